package dev.tidings.server.route;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.templates.TemplateSet;
import dev.tidings.templates.UntemplatedMessages;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Renders content with one revision of the templates of the notification's type. Falls back to another renderer on channels without a
 * template, and where a template renders to blanks.
 */
final class TemplateMessageRenderer implements MessageRenderer {
    private final TemplateSet templates;
    private final MessageLocales locales;
    private final Content given;
    private final MessageRenderer fallback;
    private final Map<Channel, Optional<Message>> rendered = new EnumMap<>(Channel.class);
    private Optional<Content> inApp;

    /**
     * The languages of one notification to one user; null if unknown.
     *
     * @param inApp differs from the user's own if the content is stored once for many users
     */
    record MessageLocales(String outbound, String inApp) {}

    TemplateMessageRenderer(TemplateSet templates, MessageLocales locales, Content given, MessageRenderer fallback) {
        this.templates = templates;
        this.locales = locales;
        this.given = given;
        this.fallback = fallback;
    }

    private Optional<Message> rendered(Channel channel) {
        return rendered.computeIfAbsent(
                channel, of -> templates.outbound(of, locales.outbound(), given).filter(UntemplatedMessages::hasText));
    }

    private Optional<Content> renderedInApp() {
        if (inApp == null) {
            inApp = templates.inApp(locales.inApp(), given).filter(UntemplatedMessages::hasText);
        }
        return inApp;
    }

    @Override
    public Optional<String> source(Channel channel) {
        boolean isInApp = channel == Channel.IN_APP;
        boolean isRendered =
                isInApp ? renderedInApp().isPresent() : rendered(channel).isPresent();
        return isRendered
                ? templates.source(channel, isInApp ? locales.inApp() : locales.outbound(), given)
                : fallback.source(channel);
    }

    @Override
    public Message message(Channel channel) {
        return rendered(channel).orElseGet(() -> fallback.message(channel));
    }

    @Override
    public Content inApp() {
        return renderedInApp().orElseGet(fallback::inApp);
    }
}
