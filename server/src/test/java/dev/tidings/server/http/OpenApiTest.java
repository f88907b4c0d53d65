package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that openapi.yaml and the server's routes are consistent. */
class OpenApiTest {
    private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");

    private final OpenApiDescription description = new OpenApiDescription();

    private static List<Route> routes() {
        try (TestHttpServer edge = new TestHttpServer()) {
            return edge.routes();
        }
    }

    @Test
    void routesAndDescription_areTheSame() {
        Map<String, String> routed = new TreeMap<>();
        for (Route route : routes()) {
            if (route.page()) {
                continue;
            }
            routed.put(
                    route.method() + " " + route.path(),
                    line(
                            route.operationId(),
                            route.access(),
                            new TreeSet<>(route.body().types()),
                            route.body() != BodyKind.NONE && route.body() != BodyKind.OPTIONAL_JSON,
                            pathParameters(route.path()),
                            route.query(),
                            route.headers()));
        }
        Map<String, String> described = new TreeMap<>();
        for (OpenApiDescription.Operation operation : description.operations()) {
            described.put(
                    operation.method() + " " + operation.path(),
                    line(
                            operation.operationId(),
                            operation.access(),
                            operation.bodyTypes(),
                            operation.bodyRequired(),
                            operation.parameters("path"),
                            operation.parameters("query"),
                            operation.parameters("header")));
        }
        assertThat(described).containsExactlyInAnyOrderEntriesOf(routed);
    }

    private static String line(
            String operationId,
            RouteAccess access,
            Set<String> bodies,
            boolean required,
            Set<String> path,
            Set<String> query,
            Set<String> headers) {
        return Stream.of(operationId, access, bodies, required, path, new TreeSet<>(query), headers)
                .map(Object::toString)
                .collect(Collectors.joining(" "));
    }

    private static Set<String> pathParameters(String path) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = PARAMETER.matcher(path);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    @Test
    void operationIds_areUnique() {
        assertThat(description.operations())
                .extracting(OpenApiDescription.Operation::operationId)
                .doesNotHaveDuplicates();
    }

    @Test
    void pages_areNotOperationsOfClients() {
        assertThat(routes())
                .filteredOn(Route::page)
                .extracting(Route::path)
                .contains("/demo", "/docs", "/openapi.json");
        description
                .root()
                .path("paths")
                .fieldNames()
                .forEachRemaining(path -> assertThat(path)
                        .doesNotStartWith("/demo")
                        .doesNotStartWith("/docs")
                        .doesNotStartWith("/openapi"));
    }

    /** Generators invent names such as TargetOneOf1 for schemas without one. */
    @Test
    void everySchema_hasAName() {
        List<String> unnamed = new ArrayList<>();
        unnamed(description.root(), "", unnamed);
        assertThat(unnamed).isEmpty();
    }

    private static void unnamed(JsonNode node, String path, List<String> found) {
        boolean named = path.matches("/components/schemas/\\w+(/allOf/\\d+)?");
        boolean nullable = node.path("oneOf").size() == 2
                && node.at("/oneOf/1/type").asText().equals("null");
        boolean composed = node.path("oneOf").isArray() || node.path("allOf").isArray();
        if (!named && (node.path("properties").isObject() || node.path("enum").isArray() || composed && !nullable)) {
            found.add(path);
        }
        if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                unnamed(node.get(i), path + "/" + i, found);
            }
        }
        node.properties().stream()
                .filter(member -> !member.getKey().startsWith("example"))
                .forEach(member -> unnamed(member.getValue(), path + "/" + member.getKey(), found));
    }

    @Test
    void everyList_hasTypedItems() {
        List<JsonNode> arrays = description.root().findParents("type").stream()
                .filter(node -> node.path("type").asText().equals("array"))
                .toList();
        assertThat(arrays).isNotEmpty().allMatch(array -> array.path("items").isObject());
        for (OpenApiDescription.Operation operation : description.operations()) {
            if (operation.operationId().startsWith("list")) {
                JsonNode page = description.resolve(description.response(operation, "200", "application/json"));
                assertThat(page.at("/properties/items/items/$ref").asText())
                        .as(operation.operationId())
                        .startsWith("#/components/schemas/");
                assertThat(page.path("required").toString()).isEqualTo("[\"items\",\"next\"]");
            }
        }
    }

    @Test
    void linesOfNdjson_haveANamedSchema() {
        List<JsonNode> bodies = description.root().path("paths").findValues("application/x-ndjson");
        assertThat(bodies).hasSizeGreaterThan(2);
        for (JsonNode body : bodies) {
            JsonNode text = description.resolve(body.path("schema"));
            assertThat(text.path("type").asText()).isEqualTo("string");
            assertThat(text.at("/x-itemSchema/$ref").asText()).startsWith("#/components/schemas/");
        }
    }

    @Test
    void references_resolve() {
        Matcher references = Pattern.compile("\"\\$ref\":\"#([^\"]+)\"")
                .matcher(description.root().toString());
        while (references.find()) {
            JsonNode found = description.root().at(references.group(1));
            assertThat(found.isMissingNode()).as(references.group(1)).isFalse();
        }
    }

    @Test
    void enums_areComplete() {
        JsonNode schemas = description.root().path("components").path("schemas");
        assertThat(enumOf(schemas, "Channel")).isEqualTo(wires(dev.tidings.core.model.Channel.values()));
        assertThat(enumOf(schemas, "Priority")).isEqualTo(wires(dev.tidings.core.model.Priority.values()));
        assertThat(enumOf(schemas, "AddressKind")).isEqualTo(wires(dev.tidings.core.delivery.AddressKind.values()));
        assertThat(enumOf(schemas, "EventKind"))
                .isEqualTo(Arrays.stream(dev.tidings.core.metadata.WebhookEventKind.values())
                        .map(dev.tidings.core.metadata.WebhookEventKind::wire)
                        .collect(Collectors.toCollection(TreeSet::new)));
        assertThat(enumOf(schemas, "Scope")).isEqualTo(wires(dev.tidings.core.metadata.ApiKeyScope.values()));
    }

    private static Set<String> enumOf(JsonNode schemas, String name) {
        Set<String> values = new TreeSet<>();
        schemas.path(name).path("enum").forEach(value -> values.add(value.asText()));
        return values;
    }

    private static Set<String> wires(Enum<?>[] constants) {
        return Arrays.stream(constants)
                .map(constant -> constant.name().toLowerCase(java.util.Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
