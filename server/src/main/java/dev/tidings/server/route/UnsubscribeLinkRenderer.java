package dev.tidings.server.route;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import java.util.Optional;
import java.util.function.Supplier;

/** Decorates another renderer: adds an unsubscribe link to emails, and leaves other messages unchanged. Not used for required types. */
record UnsubscribeLinkRenderer(MessageRenderer renderer, Supplier<String> link) implements MessageRenderer {
    @Override
    public Optional<String> source(Channel channel) {
        return renderer.source(channel);
    }

    @Override
    public Message message(Channel channel) {
        Message message = renderer.message(channel);
        return message instanceof Message.Email email
                ? new Message.Email(email.subject(), email.text(), email.html(), link.get())
                : message;
    }

    @Override
    public Content inApp() {
        return renderer.inApp();
    }
}
