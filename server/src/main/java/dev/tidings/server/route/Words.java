package dev.tidings.server.route;

import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.template.TemplateService;

/** What a notification says in an inbox. */
final class Words {
    private Words() {}

    /** By the templates that were in force when it was accepted, in the language that the request asks for. May block. */
    static Content inApp(Notification n, SendRequest request, TemplateService templates) {
        Content given = request.content();
        return n.templates() == 0
                ? given
                : templates
                        .at(n.tenant(), n.type(), n.templates())
                        .inApp(n.locale(), given)
                        .orElse(given);
    }
}
