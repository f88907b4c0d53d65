package dev.tidings.server.route;

import dev.tidings.core.metadata.Contact;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.templates.TemplateService;

/** Renders the content that the inbox shows, with the in-app template if there is one, and determines the locale of a message. */
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

    /** The language requested by the sender, or else the user's own; null if neither is known. */
    static String locale(Notification n, Contact contact) {
        return n.locale() != null
                ? n.locale()
                : contact.profile().flatMap(UserProfile::locale).orElse(null);
    }
}
