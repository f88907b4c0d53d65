package dev.tidings.server.route;

import dev.tidings.core.meta.Contact;
import dev.tidings.core.meta.UserProfile;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.server.template.TemplateService;

/** What a notification says in an inbox. */
final class Words {
    private Words() {}

    /**
     * By the templates that were in force when it was accepted. May block.
     *
     * @param locale a language tag, or null
     */
    static Content inApp(Notification n, String locale, Content given, TemplateService templates) {
        return n.templates() == 0
                ? given
                : templates
                        .at(n.tenant(), n.type(), n.templates())
                        .inApp(locale, given)
                        .orElse(given);
    }

    /** The language that the sender asked for, or else the user's own; null if neither is known. */
    static String locale(Notification n, Contact contact) {
        return n.locale() != null
                ? n.locale()
                : contact.profile().flatMap(UserProfile::locale).orElse(null);
    }
}
