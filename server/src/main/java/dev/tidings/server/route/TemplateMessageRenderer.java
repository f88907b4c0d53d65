package dev.tidings.server.route;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.templates.TemplateSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Renders messages with one revision of the templates of the notification's type, and falls back to another renderer on channels without a
 * template.
 */
final class TemplateMessageRenderer implements MessageRenderer {
    private final TemplateSet templates;
    private final String locale;
    private final Content given;
    private final MessageRenderer fallback;
    private final Map<Channel, Optional<Message>> rendered = new EnumMap<>(Channel.class);

    TemplateMessageRenderer(TemplateSet templates, String locale, Content given, MessageRenderer fallback) {
        this.templates = templates;
        this.locale = locale;
        this.given = given;
        this.fallback = fallback;
    }

    private Optional<Message> rendered(Channel channel) {
        return rendered.computeIfAbsent(channel, of -> templates.outbound(of, locale, given));
    }

    @Override
    public Optional<String> source(Channel channel) {
        return rendered(channel).isPresent()
                ? Optional.of("template of revision " + templates.revision())
                : fallback.source(channel);
    }

    @Override
    public Message message(Channel channel) {
        return rendered(channel).orElseGet(() -> fallback.message(channel));
    }
}
