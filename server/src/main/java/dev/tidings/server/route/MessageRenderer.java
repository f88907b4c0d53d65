package dev.tidings.server.route;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Channel;
import java.util.Optional;

/** Renders the message of one notification to one user for any outbound channel. */
interface MessageRenderer {
    /** The source of the content on a channel, such as a template; empty if there is no content. */
    Optional<String> source(Channel channel);

    /** The message on a channel that has content. */
    Message message(Channel channel);
}
