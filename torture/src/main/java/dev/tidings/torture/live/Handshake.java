package dev.tidings.torture.live;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.StringJoiner;

/** Builds the HTTP request that opens a live connection, over WebSocket or server-sent events. */
final class Handshake {
    private final StringBuilder headers = new StringBuilder();
    private final StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
    private final boolean webSocket;

    private Handshake(boolean webSocket) {
        this.webSocket = webSocket;
    }

    static Handshake webSocket() {
        Handshake handshake = new Handshake(true);
        return handshake
                .header("Connection", "Upgrade")
                .header("Upgrade", "websocket")
                .header("Sec-WebSocket-Version", "13")
                .header("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
    }

    static Handshake eventStream() {
        return new Handshake(false).header("Accept", "text/event-stream");
    }

    boolean isWebSocket() {
        return webSocket;
    }

    Handshake header(String name, String value) {
        headers.append(name).append(": ").append(value).append("\r\n");
        return this;
    }

    Handshake bearer(String token) {
        return header("Authorization", "Bearer " + token);
    }

    /** Passes the token as a subprotocol, as browsers do, which cannot set headers. */
    Handshake protocolToken(String token) {
        return header("Sec-WebSocket-Protocol", "tidings.v1, tidings.token." + token);
    }

    Handshake query(String name, String value) {
        query.add(name + "=" + value);
        return this;
    }

    ByteBuf bytes() {
        return Unpooled.copiedBuffer(
                "GET /v1/me/live" + query + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + headers + "\r\n", US_ASCII);
    }
}
