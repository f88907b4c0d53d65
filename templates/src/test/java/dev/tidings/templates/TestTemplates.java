package dev.tidings.templates;

import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Template;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Factory of templates and data for tests. */
final class TestTemplates {
    private TestTemplates() {}

    static Template template(Channel channel, String locale, Map<String, String> parts, String... variables) {
        return new Template(
                "order", channel, locale, 1, Template.State.ACTIVE, parts, Set.of(variables), Instant.EPOCH);
    }

    static Template sms(String text, String... variables) {
        return template(Channel.SMS, "und", Map.of("text", text), variables);
    }

    static Template email(String subject, String text, String html, String... variables) {
        return template(Channel.EMAIL, "und", Map.of("subject", subject, "text", text, "html", html), variables);
    }

    static Content data(String json) {
        return new Content(null, null, json, null);
    }

    static TemplateSet set(Template... templates) {
        return TemplateSet.of(List.of(templates), Tenant.DEFAULT_LOCALE);
    }

    /** Renders a text message. */
    static String text(String template, String json, String... variables) {
        Preview preview = Preview.of(sms(template, variables), data(json));
        if (!preview.missing().isEmpty()) {
            throw new AssertionError(preview.missing());
        }
        return preview.parts().get("text");
    }
}
