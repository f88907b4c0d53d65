package dev.tidings.server.template;

import dev.tidings.core.deliver.Message;
import dev.tidings.core.model.Content;

/** What is said without a template, on those channels on which it has to fit. */
public final class AsGiven {
    private AsGiven() {}

    /** Data alone is for programs: it says nothing to anybody. */
    public static boolean hasWords(Content content) {
        return content.title() != null || content.body() != null;
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
