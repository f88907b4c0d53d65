package dev.tidings.server.http;

import java.util.List;
import java.util.Locale;

/**
 * The kinds of request body that a route can accept, each with its media types. Checks the {@code Content-Type} and {@code
 * Content-Encoding} of a request and throws a problem if they are not supported.
 */
enum BodyKind {
    NONE(List.of()),
    JSON(List.of("application/json")),
    /** The fields of an object to change. */
    MERGE_PATCH(List.of("application/json", "application/merge-patch+json")),
    /** JSON or no body. */
    OPTIONAL_JSON(List.of("application/json")),
    NDJSON(List.of("application/x-ndjson")),
    JSON_OR_NDJSON(List.of("application/json", "application/x-ndjson")),
    /** A POST of an HTML form or of a mail client. */
    FORM(List.of("application/x-www-form-urlencoded", "multipart/form-data")),
    /** The receipt formats of all providers. */
    RECEIPT(List.of(
            "application/json",
            "application/x-www-form-urlencoded",
            "message/rfc822",
            "multipart/report",
            "text/plain"));

    private final List<String> types;

    BodyKind(List<String> types) {
        this.types = types;
    }

    List<String> types() {
        return types;
    }

    /** Whether the larger limit for batches applies. */
    boolean isBatch() {
        return this == NDJSON || this == JSON_OR_NDJSON;
    }

    /** The media type of a body, without its parameters. */
    String check(String contentType, String contentEncoding) {
        if (contentEncoding != null && !contentEncoding.equalsIgnoreCase("identity")) {
            throw unsupported("Content-Encoding " + contentEncoding);
        }
        if (contentType == null) {
            throw unsupported("no Content-Type");
        }
        String[] parts = contentType.split(";", -1);
        String type = parts[0].strip().toLowerCase(Locale.ROOT);
        if (!types.contains(type)) {
            throw unsupported("Content-Type " + contentType);
        }
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip().toLowerCase(Locale.ROOT).replace("\"", "");
            if (parameter.startsWith("charset=") && !parameter.equals("charset=utf-8")) {
                throw unsupported("Content-Type " + contentType);
            }
        }
        return type;
    }

    private ProblemException unsupported(String got) {
        String shown = got.length() > 100 ? got.substring(0, 100) : got;
        return new ProblemException(
                Problem.UNSUPPORTED_MEDIA_TYPE,
                "got " + shown + ", expected " + String.join(" or ", types) + " in UTF-8, not compressed");
    }
}
