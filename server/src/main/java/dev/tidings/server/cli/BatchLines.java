package dev.tidings.server.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads the lines of a file of notifications, and gives each an idempotency key if it has none. */
final class BatchLines {
    private static final String KEY = "idempotencyKey";

    private final BufferedReader in;
    private final String prefix;
    private String following;
    private long number;
    private long bytes;

    /**
     * A line that is not blank.
     *
     * @param json null if it is no JSON object
     */
    record Line(long number, JsonNode json) {}

    /** @param prefix of the idempotency keys */
    BatchLines(InputStream in, String prefix) throws IOException {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.prefix = prefix;
        following = this.in.readLine();
    }

    boolean isAtEnd() {
        return following == null;
    }

    /** The bytes read so far, about. */
    long bytes() {
        return bytes;
    }

    List<Line> next(int most) throws IOException {
        List<Line> lines = new ArrayList<>();
        while (following != null && lines.size() < most) {
            number++;
            bytes += following.getBytes(StandardCharsets.UTF_8).length + 1;
            if (!following.isBlank()) {
                lines.add(new Line(number, parse(following)));
            }
            following = in.readLine();
        }
        return lines;
    }

    private JsonNode parse(String line) {
        try {
            if (RequestFields.JSON.readTree(line) instanceof ObjectNode object) {
                return object.has(KEY) ? object : object.put(KEY, prefix + "-" + number);
            }
            return null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }
}
