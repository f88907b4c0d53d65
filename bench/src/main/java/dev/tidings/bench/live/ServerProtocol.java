package dev.tidings.bench.live;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tidings.bench.service.SampleNotifications;
import java.net.URI;

/**
 * The HTTP requests for one kind of server, Tidings, plain Netty or nchan: the one that opens the socket of a user, and the one that
 * publishes to it.
 */
abstract class ServerProtocol {
    private static final String UPGRADE = "Connection: Upgrade\r\n"
            + "Upgrade: websocket\r\n"
            + "Sec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGlkaW5ncyBpcyBhbGl2ZQ==\r\n";

    private final String host;

    ServerProtocol(URI url) {
        host = " HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\n";
    }

    /** @param key for a server that requires one */
    static ServerProtocol of(String server, URI url, String key) {
        return switch (server) {
            case "tidings" -> new Tidings(url, key);
            case "bare" -> new Bare(url);
            case "nchan" -> new Nchan(url);
            default -> throw new IllegalArgumentException("unknown server: " + server);
        };
    }

    abstract byte[] webSocket(String user);

    /** Opens an event stream, on servers that support it. */
    byte[] sse(String user) {
        throw new UnsupportedOperationException("this server does not support server-sent events");
    }

    abstract byte[] publish(String user, long number);

    /** Whether a socket counts as open only after the first message of the server. */
    boolean sendsGreeting() {
        return false;
    }

    final byte[] get(String path, String headers) {
        return ("GET " + path + host + headers + "\r\n").getBytes(US_ASCII);
    }

    final byte[] upgrade(String path, String headers) {
        return get(path, UPGRADE + headers);
    }

    final byte[] post(String path, String headers, String body) {
        return ("POST " + path + host + headers + "Content-Type: application/json\r\nContent-Length: " + body.length()
                        + "\r\n\r\n" + body)
                .getBytes(US_ASCII);
    }

    /** Tidings: authenticates users and the sender, and stores notifications. */
    private static final class Tidings extends ServerProtocol {
        private static final String LIVE = "/v1/me/live";
        private final String key;
        private final TokenIssuer tokens;

        Tidings(URI url, String key) {
            super(url);
            this.key = bearer(key);
            tokens = TokenIssuer.of(url, key);
        }

        private static String bearer(String token) {
            return "Authorization: Bearer " + token + "\r\n";
        }

        @Override
        byte[] webSocket(String user) {
            return upgrade(LIVE, bearer(tokens.of(user)));
        }

        @Override
        byte[] sse(String user) {
            return get(LIVE, "Accept: text/event-stream\r\n" + bearer(tokens.of(user)));
        }

        @Override
        byte[] publish(String user, long number) {
            return post("/v1/notifications", key, SampleNotifications.request(user, number));
        }

        @Override
        boolean sendsGreeting() {
            return true;
        }
    }

    /** Plain Netty: sends the body to all sockets. */
    private static final class Bare extends ServerProtocol {
        Bare(URI url) {
            super(url);
        }

        @Override
        byte[] webSocket(String user) {
            return upgrade(BareNettyServer.LIVE, "");
        }

        @Override
        byte[] publish(String user, long number) {
            return post(BareNettyServer.BROADCAST, "", event(number));
        }
    }

    /** nchan: one channel per user; published messages are relayed unchanged. */
    private static final class Nchan extends ServerProtocol {
        Nchan(URI url) {
            super(url);
        }

        @Override
        byte[] webSocket(String user) {
            return upgrade("/sub/" + user, "");
        }

        @Override
        byte[] publish(String user, long number) {
            return post("/pub/" + user, "", event(number));
        }
    }

    /** A message of the size and shape that Tidings sends to a socket. */
    private static String event(long number) {
        return "{\"event\":\"notification\",\"id\":\"AZ4ZGgVVcACAAAAAAAAAAAAAAAA\",\"unread\":4,\"notification\":"
                + "{\"id\":\"019e191a-0555-7000-8000-000000000000\",\"type\":\"default\",\"priority\":\"normal\",\"title\":\""
                + SampleNotifications.TITLE + "\",\"body\":\"" + SampleNotifications.body(number) + "\",\"data\":"
                + SampleNotifications.data(number)
                + ",\"deepLink\":\"" + SampleNotifications.LINK + "\",\"createdAt\":\"2026-01-01T00:00:00.000Z\"}}";
    }
}
