package dev.tidings.templates;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.SizeViolation;
import dev.tidings.core.delivery.SmsSegments;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Collects the errors of a submitted request whose rendered content would exceed the size limit of push or SMS. Every request passes here,
 * so nothing is rendered if the lengths of its parts prove that it fits; see {@link CompiledTemplate#surelyFits}.
 */
final class SizeCheck {
    /** A bound on the reported errors: the same data is too long in each language. */
    private static final int MAX_ERRORS = 20;

    private final TemplateInput given;
    private final List<TemplateError> templateErrors = new ArrayList<>();

    SizeCheck(TemplateInput given) {
        this.given = given;
    }

    /**
     * Records the excess on one channel.
     *
     * @param templates the templates of the channel, by locale
     * @param locale the requested one; null for the user's locale, which may be any
     */
    void check(Channel channel, Map<String, CompiledTemplate> templates, String locale, String defaultLocale) {
        CompiledTemplate template = Locales.find(templates, locale, defaultLocale);
        if (template == null) {
            checkUntemplated(channel);
        }
        if (locale != null && template != null) {
            check(template);
            return;
        }
        if (templates.size() == 1) {
            templates.values().forEach(this::check);
        } else {
            new TreeMap<>(templates).values().forEach(this::check);
        }
    }

    private void checkUntemplated(Channel channel) {
        Content content = given.content();
        if (!UntemplatedMessages.hasText(content)) {
            return;
        }
        boolean push = channel == Channel.PUSH;
        if (!push && SmsSegments.alwaysFits(1L + length(content.title()) + length(content.body()))) {
            return;
        }
        Message message = push ? UntemplatedMessages.push(content) : UntemplatedMessages.sms(content);
        SizeViolation.of(message).ifPresent(found -> {
            LongestField longest = new LongestField("/title", content.title()).or("/body", content.body());
            if (push) {
                longest = longest.or("/data", content.data()).or("/deepLink", content.deepLink());
            }
            add(longest.pointer(), found.size(), found.expected());
        });
    }

    void check(CompiledTemplate template) {
        if (templateErrors.size() >= MAX_ERRORS || template.surelyFits(given)) {
            return;
        }
        template.message(given)
                .flatMap(SizeViolation::of)
                .ifPresent(found -> add(
                        template.longestField(given.content()).pointer(),
                        found.size(),
                        found.expected() + ": as rendered by " + template.describe()));
    }

    private void add(String pointer, String value, String expected) {
        if (templateErrors.size() < MAX_ERRORS) {
            templateErrors.add(new TemplateError(pointer, value, expected));
        }
    }

    List<TemplateError> errors() {
        return List.copyOf(templateErrors);
    }

    private static int length(String text) {
        return text == null ? 0 : text.length();
    }

    /** The longest field of a request, the first candidate for shortening. */
    record LongestField(String pointer, int length) {
        static final LongestField NONE = new LongestField("", 0);

        LongestField(String pointer, String text) {
            this(text == null ? "" : pointer, SizeCheck.length(text));
        }

        LongestField or(String other, String text) {
            return SizeCheck.length(text) > length ? new LongestField(other, text) : this;
        }
    }
}
