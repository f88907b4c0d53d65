package dev.tidings.server.http;

import dev.tidings.server.validation.ClosestMatch;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Decodes percent-encoded UTF-8 in paths, and parses query strings; strict. A malformed, unknown or repeated query parameter is a problem.
 */
final class UrlText {
    private UrlText() {}

    /** Empty if it is malformed. */
    static Optional<String> decode(String encoded, boolean plusIsSpace) {
        byte[] bytes = new byte[encoded.length()];
        int length = 0;
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            if (c <= ' ' || c > '~') {
                return Optional.empty();
            }
            if (c == '%') {
                int high = i + 2 < encoded.length() ? Character.digit(encoded.charAt(i + 1), 16) : -1;
                int low = high < 0 ? -1 : Character.digit(encoded.charAt(i + 2), 16);
                if (low < 0) {
                    return Optional.empty();
                }
                bytes[length++] = (byte) (high << 4 | low);
                i += 2;
            } else {
                bytes[length++] = (byte) (c == '+' && plusIsSpace ? ' ' : c);
            }
        }
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString());
        } catch (CharacterCodingException notUtf8) {
            return Optional.empty();
        }
    }

    /**
     * Parses a query string. Each parameter must be known and occur once.
     *
     * @param query null if there is none
     */
    static Map<String, String> query(String query, Set<String> known) {
        if (query == null || query.isEmpty()) {
            return Map.of();
        }
        Map<String, String> parameters = new HashMap<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = queryText(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : queryText(pair.substring(equals + 1));
            if (!known.contains(name)) {
                throw ProblemException.parameter("query:" + name, value, expectedInstead(name, known));
            }
            if (parameters.put(name, value) != null) {
                throw ProblemException.parameter("query:" + name, value, "given once");
            }
        }
        return parameters;
    }

    private static String queryText(String encoded) {
        return decode(encoded, true)
                .orElseThrow(() -> ProblemException.parameter("query:", encoded, "percent-encoded UTF-8"));
    }

    private static String expectedInstead(String name, Set<String> known) {
        if (known.isEmpty()) {
            return "no parameters";
        }
        return ClosestMatch.to(name.length() > 64 ? name.substring(0, 64) : name, known)
                .map(near -> "a known parameter: did you mean '" + near + "'?")
                .orElse("one of the parameters " + String.join(", ", new TreeSet<>(known)));
    }
}
