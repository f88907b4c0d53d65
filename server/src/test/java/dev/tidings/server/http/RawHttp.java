package dev.tidings.server.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A minimal HTTP client on a socket, for requests that a correct client would not send. */
final class RawHttp {
    private RawHttp() {}

    /** Whether java.net.http would refuse to send it. */
    static boolean isRaw(InvalidCall call) {
        try {
            URI.create(call.path());
        } catch (IllegalArgumentException notAUri) {
            return true;
        }
        return call.status() == 405
                || call.path().length() > 8_000
                || call.headers().containsValue("");
    }

    static Reply call(TestHttpServer edge, InvalidCall call) throws IOException {
        StringBuilder head = new StringBuilder(call.method() + " " + call.path() + " HTTP/1.1\r\nHost: x\r\n");
        head.append("Authorization: Bearer ").append(edge.key).append("\r\n");
        call.headers()
                .forEach((name, value) ->
                        head.append(name).append(": ").append(value).append("\r\n"));
        byte[] body = call.body() == null ? new byte[0] : call.body();
        head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
        try (Socket socket = edge.connect()) {
            write(socket, head.toString());
            socket.getOutputStream().write(body);
            return read(socket.getInputStream());
        }
    }

    static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
    }

    /** The next response; null if the connection was closed before. */
    static Reply read(InputStream in) throws IOException {
        String statusLine = line(in);
        if (statusLine == null) {
            return null;
        }
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(
                headers.getOrDefault("Content-Length", List.of("0")).get(0));
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        return new Reply(
                Integer.parseInt(statusLine.split(" ")[1]), HttpHeaders.of(headers, (name, value) -> true), body);
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int b = in.read();
        if (b < 0) {
            return null;
        }
        for (; b >= 0 && b != '\n'; b = in.read()) {
            line.write(b);
        }
        return line.toString(StandardCharsets.ISO_8859_1).strip();
    }
}
