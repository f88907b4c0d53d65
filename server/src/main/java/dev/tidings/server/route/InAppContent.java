package dev.tidings.server.route;

import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.templates.TemplateService;

/** Renders the inbox content of a list of users, which is stored once for all of them. */
final class InAppContent {
    private InAppContent() {}

    /**
     * Renders with the templates in force at acceptance. May block.
     *
     * @param locale a language tag, or null
     */
    static Content inApp(Notification n, String locale, Content given, TemplateService templates) {
        return n.templateRevision() == 0
                ? given
                : templates
                        .at(n.tenant(), n.type(), n.templateRevision())
                        .inApp(locale, given)
                        .orElse(given);
    }
}
