package dev.tidings.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.vertx.core.http.HttpServerRequest;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;

/**
 * Recognises a WebSocket upgrade request, validates it and builds the response 101 (RFC 6455, section 4.2). Also reads the user token that
 * a browser sends as a subprotocol.
 */
final class WebSocketHandshake {
    /** The subprotocol of the server. */
    static final String PROTOCOL = "tidings.v1";

    /** The prefix of a subprotocol that carries a token: browsers can't set headers on a WebSocket, but name subprotocols. */
    private static final String TOKEN_PREFIX = "tidings.token.";

    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final String VERSION = "13";
    private static final int KEY_BYTES = 16;

    private WebSocketHandshake() {}

    static boolean isRequested(HttpServerRequest request) {
        return isRequested(request.getHeader("Upgrade"));
    }

    /** @param upgrade the {@code Upgrade} header; null if there is none */
    static boolean isRequested(String upgrade) {
        return hasToken(upgrade, "websocket");
    }

    /** The token among the subprotocols; null if there is none. */
    static String token(HttpServerRequest request) {
        String protocols = request.getHeader("Sec-WebSocket-Protocol");
        return protocols == null
                ? null
                : Arrays.stream(protocols.split(","))
                        .map(String::strip)
                        .filter(protocol -> protocol.startsWith(TOKEN_PREFIX))
                        .map(protocol -> protocol.substring(TOKEN_PREFIX.length()))
                        .findFirst()
                        .orElse(null);
    }

    /** The response that accepts the upgrade. Throws if the request is invalid. */
    static String response(HttpServerRequest request) {
        if (!VERSION.equals(request.getHeader("Sec-WebSocket-Version"))) {
            throw ProblemException.parameter(
                            "header:Sec-WebSocket-Version", request.getHeader("Sec-WebSocket-Version"), VERSION)
                    .header("Sec-WebSocket-Version", VERSION);
        }
        if (!hasToken(request.getHeader("Connection"), "upgrade")) {
            throw ProblemException.parameter("header:Connection", request.getHeader("Connection"), "Upgrade");
        }
        String key = request.getHeader("Sec-WebSocket-Key");
        if (!isKey(key)) {
            throw ProblemException.parameter("header:Sec-WebSocket-Key", key, "base64 of 16 bytes");
        }
        String answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: " + accept(key) + "\r\n";
        boolean offered = hasToken(request.getHeader("Sec-WebSocket-Protocol"), PROTOCOL);
        return answer + (offered ? "Sec-WebSocket-Protocol: " + PROTOCOL + "\r\n\r\n" : "\r\n");
    }

    private static boolean hasToken(String header, String token) {
        return header != null
                && Arrays.stream(header.split(","))
                        .anyMatch(part -> part.strip().toLowerCase(Locale.ROOT).equals(token));
    }

    private static boolean isKey(String key) {
        try {
            return key != null && Base64.getDecoder().decode(key).length == KEY_BYTES;
        } catch (IllegalArgumentException garbage) {
            return false;
        }
    }

    private static String accept(String key) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest((key + GUID).getBytes(US_ASCII));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
