package dev.tidings.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;

/** A file of the class path as a response with an ETag: 200 with the content, or 304 if the browser has it already. */
final class StaticFile {
    static final String IF_NONE_MATCH = "If-None-Match";
    private static final int TAG_BYTES = 12;

    private final String tag;
    private final ApiResponse whole;
    private final ApiResponse unchanged;

    StaticFile(String path, String contentType, Map<String, String> headers) {
        byte[] body = read(path);
        tag = tag(body);
        Map<String, String> all = new HashMap<>(headers);
        all.put("Cache-Control", "no-cache");
        all.put("ETag", tag);
        whole = new ApiResponse(200, contentType, body, Map.copyOf(all));
        unchanged = new ApiResponse(304, null, new byte[0], Map.copyOf(all));
    }

    ApiResponse answer(ApiRequest call) {
        return call.header(IF_NONE_MATCH).filter(known -> known.contains(tag)).isPresent() ? unchanged : whole;
    }

    private static String tag(byte[] body) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(body);
            return '"' + HexFormat.of().formatHex(hash, 0, TAG_BYTES) + '"';
        } catch (NoSuchAlgorithmException no) {
            throw new IllegalStateException(no);
        }
    }

    private static byte[] read(String path) {
        try (InputStream in = StaticFile.class.getClassLoader().getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("missing on the class path: " + path);
            }
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
