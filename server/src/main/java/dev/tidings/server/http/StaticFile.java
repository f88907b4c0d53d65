package dev.tidings.server.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * A file of the class path as a response with an ETag: 200 with the content, or 304 if the browser has it already. Compressed once, when
 * it is created, and held once in memory: all responses share the same buffer.
 */
final class StaticFile {
    static final String IF_NONE_MATCH = "If-None-Match";
    private static final String ACCEPT_ENCODING = "Accept-Encoding";
    private static final String GZIP = "gzip";
    private static final int TAG_BYTES = 12;
    /** Smaller files fit into one packet anyway. */
    private static final int MIN_COMPRESSED_BYTES = 1_024;

    private final Variant plain;
    private final Variant compressed;

    /** One encoding of the file: its responses if the browser does not have it, and if it does. */
    private record Variant(String tag, ApiResponse whole, ApiResponse unchanged) {
        static Variant of(String tag, String contentType, byte[] body, Map<String, String> headers) {
            Map<String, String> tagged = new HashMap<>(headers);
            tagged.put("ETag", tag);
            return new Variant(
                    tag,
                    new ApiResponse(200, contentType, shared(body), Map.copyOf(tagged)),
                    new ApiResponse(304, null, new byte[0], Map.copyOf(tagged)));
        }

        ApiResponse answer(String known) {
            return known.contains(tag) ? unchanged : whole;
        }
    }

    StaticFile(String path, String contentType, Map<String, String> headers) {
        this(read(path), contentType, headers);
    }

    StaticFile(byte[] body, String contentType, Map<String, String> headers) {
        Map<String, String> all = new HashMap<>(headers);
        all.putIfAbsent("Cache-Control", "no-cache");
        all.put("Vary", ACCEPT_ENCODING);
        String hash = hash(body);
        plain = Variant.of('"' + hash + '"', contentType, body, all);
        byte[] zipped = gzip(body);
        if (body.length < MIN_COMPRESSED_BYTES || zipped.length >= body.length) {
            compressed = plain;
        } else {
            all.put("Content-Encoding", GZIP);
            compressed = Variant.of('"' + hash + "-gzip\"", contentType, zipped, all);
        }
    }

    ApiResponse answer(ApiRequest call) {
        return (acceptsGzip(call) ? compressed : plain)
                .answer(call.header(IF_NONE_MATCH).orElse(""));
    }

    /** Whether gzip is named; one that is named to be refused, with q=0, is not in use. */
    private static boolean acceptsGzip(ApiRequest call) {
        return call.header(ACCEPT_ENCODING)
                .filter(accepted -> accepted.contains(GZIP) && !accepted.contains(GZIP + ";q=0"))
                .isPresent();
    }

    /** Outside the heap, so that it is written to a connection without a copy. */
    private static ByteBuffer shared(byte[] body) {
        return ByteBuffer.allocateDirect(body.length).put(body).flip().asReadOnlyBuffer();
    }

    private static byte[] gzip(byte[] body) {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write(body);
        } catch (IOException cannotBe) {
            throw new UncheckedIOException(cannotBe);
        }
        return zipped.toByteArray();
    }

    private static String hash(byte[] body) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(body);
            return HexFormat.of().formatHex(hash, 0, TAG_BYTES);
        } catch (NoSuchAlgorithmException no) {
            throw new IllegalStateException(no);
        }
    }

    static byte[] read(String path) {
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
