package dev.tidings.server.live;

import java.time.Duration;

/**
 * @param maxConnections of all users together
 * @param maxPerAddress how many may come from one address; many people can share one
 * @param messagesPerUser how much is read from the screens of a user in a second; a connection counts as several messages
 * @param messagesPerAddress the same, of all who come from one address
 * @param heartbeat after how long without an event there is a heartbeat
 * @param patience how long a screen may not read what it is sent
 * @param maxMissed how many changes a screen may have missed and still be told of each
 * @param drain over how long connections are ended when the server stops
 */
public record LiveOptions(
        int maxConnections,
        int maxPerUser,
        int maxPerAddress,
        int messagesPerUser,
        int messagesPerAddress,
        Duration heartbeat,
        Duration patience,
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
