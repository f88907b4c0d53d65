package dev.tidings.server.route;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Channel;
import java.util.Optional;
import java.util.function.Supplier;

/** Adds an unsubscribe link to emails. */
record UnsubscribeLinkRenderer(MessageRenderer saying, Supplier<String> link) implements MessageRenderer {
    @Override
    public Optional<String> source(Channel channel) {
        return saying.source(channel);
    }

    @Override
    public Message message(Channel channel) {
        Message message = saying.message(channel);
        return message instanceof Message.Email email
                ? new Message.Email(email.subject(), email.text(), email.html(), link.get())
                : message;
    }
}
