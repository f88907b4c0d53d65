package dev.tidings.server.route;

import dev.tidings.core.deliver.Message;
import dev.tidings.core.model.Channel;
import java.util.Optional;

/** What a notification says to one user, on each channel. */
interface Saying {
    /** Where the words of a channel come from, such as a template; empty if there are none. */
    Optional<String> source(Channel channel);

    /** What is said on a channel for which there are words. */
    Message message(Channel channel);
}
