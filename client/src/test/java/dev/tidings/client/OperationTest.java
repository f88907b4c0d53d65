package dev.tidings.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the operations of the client with the description of the API. */
class OperationTest {
    private static final Path DESCRIPTION = Path.of("../server/src/main/resources/openapi.yaml");
    private static final Path SOURCES = Path.of("src/main/java/dev/tidings/client");

    private static final String OF_OPERATORS = "for operators, not for applications";
    private static final String OF_PROVIDERS = "called by providers";

    /** Operations without a method in the client, and why. */
    private static final Map<String, String> LEFT_OUT = Map.ofEntries(
            Map.entry("getScheduleLayouts", OF_OPERATORS),
            Map.entry("growSchedule", OF_OPERATORS),
            Map.entry("startBackup", OF_OPERATORS),
            Map.entry("getBackup", OF_OPERATORS),
            Map.entry("getMetrics", OF_OPERATORS),
            Map.entry("getHealth", OF_OPERATORS),
            Map.entry("receiveReceipt", OF_PROVIDERS));

    @Test
    void operations_areThoseOfTheDescription() throws IOException {
        Map<String, String> described = described();
        assertThat(described.keySet()).containsAll(LEFT_OUT.keySet());
        described.keySet().removeAll(LEFT_OUT.keySet());

        Map<String, String> covered = new TreeMap<>();
        for (Operation operation : Operation.values()) {
            covered.put(id(operation), operation.method() + " " + operation.path());
        }

        assertThat(covered).isEqualTo(described);
    }

    @Test
    void everyOperation_isCalled() throws IOException {
        StringBuilder code = new StringBuilder();
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                code.append(Files.readString(file));
            }
        }
        for (Operation operation : Operation.values()) {
            assertThat(code.toString()).containsPattern("Operation\\." + operation.name() + "\\b");
        }
    }

    private static Map<String, String> described() throws IOException {
        JsonNode paths = new ObjectMapper(new YAMLFactory())
                .readTree(DESCRIPTION.toFile())
                .path("paths");
        Map<String, String> operations = new TreeMap<>();
        paths.properties()
                .forEach(path -> path.getValue().properties().forEach(method -> {
                    if (method.getValue().has("operationId")) {
                        String call = method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey();
                        operations.put(method.getValue().path("operationId").asText(), call);
                    }
                }));
        return operations;
    }

    private static String id(Operation operation) {
        Matcher words = Pattern.compile("_([a-z])").matcher(operation.name().toLowerCase(Locale.ROOT));
        return words.replaceAll(word -> word.group(1).toUpperCase(Locale.ROOT));
    }
}
