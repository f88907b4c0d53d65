package dev.tidings.server.http;

import dev.tidings.core.model.UserKey;
import dev.tidings.server.auth.Caller;
import dev.tidings.server.auth.PresentedCredentials;
import dev.tidings.server.feed.FeedCursor;
import dev.tidings.server.live.LiveSessionRegistry;
import dev.tidings.server.live.RefusalReason;
import dev.tidings.server.live.SessionCredentials;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Upgrades an authenticated request for {@code /v1/me/live} to a live connection: a WebSocket if it asks for one, otherwise server-sent
 * events. Checks the origin and the limits before, and throws a problem if they refuse it.
 */
final class LiveConnections {
    private static final Duration RETRY_CONNECT = Duration.ofSeconds(5);
    /** The time until the most overdrawn token bucket allows a connection again. */
    private static final Duration RETRY_MESSAGES = Duration.ofSeconds(11);

    static final String EVENT_STREAM = "text/event-stream";

    private static final String STREAM_HEAD = "HTTP/1.1 200 OK\r\nContent-Type: " + EVENT_STREAM + "\r\n"
            + "Cache-Control: no-store\r\nX-Accel-Buffering: no\r\nX-Content-Type-Options: nosniff\r\n"
            + "Connection: close\r\n";
    /** The reconnection delay of browsers, in milliseconds. */
    private static final String RETRY = "retry: 2000\n\n";

    private final LiveSessionRegistry live;
    private final Cors cors;
    private final ClientAddresses clientAddresses;
    private final StreamCookies cookies;

    LiveConnections(LiveSessionRegistry live, Cors cors, ClientAddresses clientAddresses, StreamCookies cookies) {
        this.live = live;
        this.cors = cors;
        this.clientAddresses = clientAddresses;
        this.cookies = cookies;
    }

    LiveSessionRegistry live() {
        return live;
    }

    /** @param ticket null if the request has none */
    static PresentedCredentials presented(HttpServerRequest request, String ticket) {
        boolean resumable = ticket != null && !WebSocketHandshake.isRequested(request);
        return new PresentedCredentials(
                request.getHeader(HeaderNames.AUTHORIZATION),
                WebSocketHandshake.token(request),
                ticket,
                resumable ? StreamCookies.find(request, ticket) : null);
    }

    /** Runs on the request's loop. If it returns, the connection is being upgraded; if it throws, it is still HTTP. */
    void open(Caller.User caller, Map<String, String> query, HttpServerRequest request) {
        String origin = origin(request);
        Optional<FeedCursor> since = since(query, request);
        boolean webSocket = WebSocketHandshake.isRequested(request);
        String head = webSocket
                ? WebSocketHandshake.response(request)
                : STREAM_HEAD + corsHeaders(origin) + cookie(caller, origin, query, request) + "\r\n" + RETRY;
        SessionCredentials credentials = new SessionCredentials(
                new UserKey(caller.tenant(), caller.user()),
                caller.kid(),
                caller.expiresAt(),
                clientAddresses.resolve(
                        request.remoteAddress().hostAddress(),
                        request.headers().getAll(ClientAddresses.FORWARDED_FOR)));
        live.admit(credentials).ifPresent(full -> {
            throw refusal(full);
        });
        ConnectionPipeline.upgrade(request, head, channel -> start(channel, webSocket, credentials, since));
    }

    private void start(Channel channel, boolean webSocket, SessionCredentials credentials, Optional<FeedCursor> since) {
        if (!channel.isActive()) {
            live.release(credentials);
            return;
        }
        try {
            carry(channel, webSocket, credentials, since);
        } catch (RuntimeException | Error e) {
            live.release(credentials);
            channel.close();
            throw e;
        }
    }

    private void carry(Channel channel, boolean webSocket, SessionCredentials credentials, Optional<FeedCursor> since) {
        channel.config().setWriteBufferWaterMark(NettyTransport.WRITE_BUFFER);
        // By default the kernel buffers megabytes for clients that do not read, and of clients that are not read.
        channel.config().setOption(ChannelOption.SO_SNDBUF, NettyTransport.SEND_BUFFER);
        channel.config().setOption(ChannelOption.SO_RCVBUF, NettyTransport.RECEIVE_BUFFER);
        NettyTransport wire;
        if (webSocket) {
            wire = new WebSocketTransport(channel);
            channel.pipeline().addLast(WebSocketTransport.decoder(), wire);
        } else {
            wire = new EventStreamTransport(channel);
            channel.pipeline().addLast(wire);
        }
        wire.attach(live.open(credentials, wire, since));
    }

    /** The page's origin, which must be the server's own or an allowed one; null if the client is not a page. */
    private String origin(HttpServerRequest request) {
        String origin = request.getHeader("Origin");
        if (origin == null || cors.allows(origin)) {
            return origin;
        }
        String host = request.getHeader("Host");
        int scheme = origin.indexOf("://");
        if (host == null || scheme < 0 || !origin.substring(scheme + 3).equalsIgnoreCase(host)) {
            throw new ProblemException(Problem.ORIGIN_NOT_ALLOWED, "the origin is not on the allow-list");
        }
        return origin;
    }

    private String corsHeaders(String origin) {
        StringBuilder lines = new StringBuilder();
        cors.credentialHeaders(origin)
                .forEach((name, value) ->
                        lines.append(name).append(": ").append(value).append("\r\n"));
        return lines.toString();
    }

    /** Set when a ticket opens a stream; a browser that resumes has it already. */
    private String cookie(Caller.User caller, String origin, Map<String, String> query, HttpServerRequest request) {
        PresentedCredentials presented = presented(request, query.get("ticket"));
        if (!presented.isByTicket() || presented.isResuming()) {
            return "";
        }
        boolean crossSite =
                origin != null && cors.allows(origin) && "cross-site".equals(request.getHeader("Sec-Fetch-Site"));
        return cookies.headers(request, presented.ticket(), caller, crossSite);
    }

    private static Optional<FeedCursor> since(Map<String, String> query, HttpServerRequest request) {
        // A browser that reconnects repeats the URL with the old cursor, and sends its current one in the header.
        String header = request.getHeader("Last-Event-ID");
        boolean hasHeader = header != null && !header.isEmpty();
        String text = hasHeader ? header : query.get("since");
        if (text == null) {
            return Optional.empty();
        }
        Optional<FeedCursor> cursor = FeedCursor.parse(text);
        if (cursor.isPresent()) {
            return cursor;
        }
        throw ProblemException.parameter(
                hasHeader ? "header:Last-Event-ID" : "query:since", text, "the id of an event of this stream");
    }

    private static ProblemException refusal(RefusalReason full) {
        return switch (full) {
            case USER ->
                new ProblemException(Problem.TOO_MANY_CONNECTIONS, "this user has too many live connections")
                        .retryAfter(RETRY_CONNECT);
            case ADDRESS ->
                new ProblemException(Problem.TOO_MANY_CONNECTIONS, "this address has too many live connections")
                        .retryAfter(RETRY_CONNECT);
            case BUSY_USER ->
                new ProblemException(Problem.TOO_MANY_MESSAGES, "this user has sent too many messages")
                        .retryAfter(RETRY_MESSAGES);
            case BUSY_ADDRESS ->
                new ProblemException(Problem.TOO_MANY_MESSAGES, "this address has sent too many messages")
                        .retryAfter(RETRY_MESSAGES);
            case SERVER ->
                new ProblemException(Problem.OVERLOADED, "the server has too many live connections")
                        .retryAfter(RETRY_CONNECT);
            case DRAINING -> new ProblemException(Problem.UNAVAILABLE, "shutting down").retryAfter(RETRY_CONNECT);
        };
    }
}
