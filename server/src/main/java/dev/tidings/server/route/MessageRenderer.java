package dev.tidings.server.route;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import java.util.Optional;

/** Renders the content of one notification for one user, on any channel. */
interface MessageRenderer {
    /** The source of the content on a channel, such as a template; empty if there is nothing to show. */
    Optional<String> source(Channel channel);

    /** The message on an outbound channel that has content. */
    Message message(Channel channel);

    /** The content of the inbox row. */
    Content inApp();
}
