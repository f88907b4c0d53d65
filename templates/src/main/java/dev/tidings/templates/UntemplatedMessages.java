package dev.tidings.templates;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Content;

/**
 * Builds push and SMS messages from the title and body of the request, for types without a template on the channel, and tells whether
 * content has any text.
 */
public final class UntemplatedMessages {
    private UntemplatedMessages() {}

    /** Whether there is text to show. Data alone is for programs. */
    public static boolean hasText(Content content) {
        return isText(content.title()) || isText(content.body());
    }

    /** Whether there is anything to read in a rendered message. Not asked of a webhook, which is for programs. */
    public static boolean hasText(Message message) {
        if (message instanceof Message.Push push) {
            return isText(push.title()) || isText(push.body());
        }
        if (message instanceof Message.Email email) {
            return isText(email.subject()) || isText(email.text()) || isText(email.html());
        }
        return !(message instanceof Message.Sms sms) || isText(sms.text());
    }

    private static boolean isText(String text) {
        return text != null && !text.isBlank();
    }

    public static Message.Push push(Content content) {
        return new Message.Push(content.title(), content.body(), content.data(), content.deepLink());
    }

    /** @param content with a title, a body or both */
    public static Message.Sms sms(Content content) {
        if (content.title() == null || content.body() == null) {
            return new Message.Sms(content.title() == null ? content.body() : content.title());
        }
        return new Message.Sms(content.title() + "\n" + content.body());
    }
}
