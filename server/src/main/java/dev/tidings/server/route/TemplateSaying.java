package dev.tidings.server.route;

import dev.tidings.core.deliver.Message;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.server.template.TemplateSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** By the type's templates, and as it was given on channels that have none. */
final class TemplateSaying implements Saying {
    private final TemplateSet templates;
    private final String locale;
    private final Content given;
    private final Saying otherwise;
    private final Map<Channel, Optional<Message>> rendered = new EnumMap<>(Channel.class);

    TemplateSaying(TemplateSet templates, String locale, Content given, Saying otherwise) {
        this.templates = templates;
        this.locale = locale;
        this.given = given;
        this.otherwise = otherwise;
    }

    private Optional<Message> rendered(Channel channel) {
        return rendered.computeIfAbsent(channel, of -> templates.outbound(of, locale, given));
    }

    @Override
    public Optional<String> source(Channel channel) {
        return rendered(channel).isPresent()
                ? Optional.of("template of revision " + templates.revision())
                : otherwise.source(channel);
    }

    @Override
    public Message message(Channel channel) {
        return rendered(channel).orElseGet(() -> otherwise.message(channel));
    }
}
