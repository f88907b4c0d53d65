package dev.tidings.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The operations in openapi.yaml. */
final class OpenApiDescription {
    private static final Set<String> METHODS = Set.of("get", "put", "post", "patch", "delete", "head", "options");

    private final JsonNode root;

    /** One operation of the description. */
    record Operation(
            String method,
            String path,
            String operationId,
            RouteAccess access,
            Set<String> bodyTypes,
            boolean bodyRequired,
            Map<String, Set<String>> parameters) {

        Set<String> parameters(String in) {
            return parameters.getOrDefault(in, Set.of());
        }
    }

    OpenApiDescription() {
        try (InputStream in = OpenApiDescription.class.getResourceAsStream("/openapi.yaml")) {
            root = new YAMLMapper().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode root() {
        return root;
    }

    JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? root.at(node.path("$ref").asText().substring(1)) : node;
    }

    /** The schema of a response. */
    JsonNode response(Operation operation, String status, String mediaType) {
        return root.path("paths")
                .path(operation.path())
                .path(operation.method().toLowerCase(Locale.ROOT))
                .path("responses")
                .path(status)
                .path("content")
                .path(mediaType)
                .path("schema");
    }

    List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        root.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(entry -> {
                    if (METHODS.contains(entry.getKey())) {
                        operations.add(operation(entry.getKey(), path.getKey(), entry.getValue(), path.getValue()));
                    }
                }));
        return operations;
    }

    private Operation operation(String method, String path, JsonNode node, JsonNode ofPath) {
        Map<String, Set<String>> parameters = new TreeMap<>();
        for (JsonNode list : List.of(ofPath.path("parameters"), node.path("parameters"))) {
            list.forEach(each -> {
                JsonNode parameter = resolve(each);
                parameters
                        .computeIfAbsent(parameter.path("in").asText(), in -> new TreeSet<>())
                        .add(parameter.path("name").asText());
            });
        }
        Set<String> bodyTypes = new TreeSet<>();
        node.path("requestBody").path("content").fieldNames().forEachRemaining(bodyTypes::add);
        return new Operation(
                method.toUpperCase(Locale.ROOT),
                path,
                node.path("operationId").asText(),
                access(node),
                bodyTypes,
                node.path("requestBody").path("required").asBoolean(),
                parameters);
    }

    private RouteAccess access(JsonNode node) {
        if (node.has("x-scope")) {
            return RouteAccess.valueOf(node.path("x-scope").asText().toUpperCase(Locale.ROOT));
        }
        if (node.path("responses").has("101")) {
            return RouteAccess.LIVE;
        }
        JsonNode security = node.path("security");
        return security.path(0).has("userToken") ? RouteAccess.USER : RouteAccess.PUBLIC;
    }
}
