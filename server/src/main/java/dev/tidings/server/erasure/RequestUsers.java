package dev.tidings.server.erasure;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.List;

/** Reads and rewrites the recipients in the JSON of a stored request. All other fields stay as they are. */
public final class RequestUsers {
    /** Keeps numbers exactly as written. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private RequestUsers() {}

    /** The users that a request names; none if it can't be read. */
    public static List<String> of(byte[] request) {
        List<String> users = new ArrayList<>();
        JsonNode to = read(request).path("to");
        if (to.path("user").isTextual()) {
            users.add(to.path("user").asText());
        }
        to.path("users").forEach(user -> users.add(user.asText()));
        return users;
    }

    /** The same request to fewer users. */
    public static byte[] without(byte[] request, List<String> unwanted) {
        JsonNode tree = read(request);
        if (tree.path("to").path("users") instanceof ArrayNode users) {
            for (int i = users.size() - 1; i >= 0; i--) {
                if (unwanted.contains(users.get(i).asText())) {
                    users.remove(i);
                }
            }
        }
        return tree.toString().getBytes(UTF_8);
    }

    private static JsonNode read(byte[] request) {
        try {
            return JSON.readTree(new String(request, UTF_8));
        } catch (JsonProcessingException e) {
            return JSON.missingNode();
        }
    }
}
