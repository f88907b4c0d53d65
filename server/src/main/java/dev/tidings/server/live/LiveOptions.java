package dev.tidings.server.live;

import java.time.Duration;

/**
 * The limits and intervals of live connections.
 *
 * @param maxConnections of all users together
 * @param maxPerAddress the maximum from one client address, which many people can share
 * @param messagesPerUser the rate limit of received messages per user and second; a connection counts as several messages
 * @param messagesPerAddress the same for all users of one client address
 * @param heartbeat the idle time after which a heartbeat is sent
 * @param slowConsumerTimeout the time after which a client that does not read is disconnected
 * @param maxMissed the maximum number of missed changes that are sent one by one; beyond it the client reloads
 * @param drain the time over which connections are closed at shutdown
 */
public record LiveOptions(
        int maxConnections,
        int maxPerUser,
        int maxPerAddress,
        int messagesPerUser,
        int messagesPerAddress,
        Duration heartbeat,
        Duration slowConsumerTimeout,
        int maxMissed,
        Duration drain) {

    public static LiveOptions defaults() {
        return new LiveOptions(
                100_000,
                20,
                1_000,
                50,
                5_000,
                Duration.ofSeconds(25),
                Duration.ofSeconds(20),
                2_000,
                Duration.ofSeconds(5));
    }
}
