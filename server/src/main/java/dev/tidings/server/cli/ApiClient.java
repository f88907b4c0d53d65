package dev.tidings.server.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The HTTP client of the commands: calls a running Tidings server with an API key and returns the JSON of the response. A problem response
 * becomes an exception with a readable message.
 */
final class ApiClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DATA = "data: ";
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final URI address;
    private final String key;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    ApiClient(URI address, String key) {
        this.address = address;
        this.key = key;
    }

    static Map<String, Object> object(Object... namesAndValues) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i + 1] != null) {
                object.put((String) namesAndValues[i], namesAndValues[i + 1]);
            }
        }
        return object;
    }

    /** Percent-encodes a path segment. */
    static String escape(String part) {
        return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        return call("GET", path, Map.of(), BodyPublishers.noBody());
    }

    /** Passes on every item of a list, page by page. */
    void forEach(String path, Consumer<JsonNode> item) throws IOException, InterruptedException {
        String next = "";
        do {
            JsonNode page = get(path + "?limit=100" + next);
            page.path("items").forEach(item);
            next = page.path("next").isTextual()
                    ? "&cursor=" + escape(page.path("next").asText())
                    : "";
        } while (!next.isEmpty());
    }

    JsonNode delete(String path) throws IOException, InterruptedException {
        return call("DELETE", path, Map.of(), BodyPublishers.noBody());
    }

    JsonNode post(String path, Map<String, Object> body, Map<String, String> headers)
            throws IOException, InterruptedException {
        return call("POST", path, headers, BodyPublishers.ofString(JSON.writeValueAsString(body)));
    }

    /** A request without a body. */
    JsonNode post(String path) throws IOException, InterruptedException {
        return call("POST", path, Map.of(), BodyPublishers.noBody());
    }

    /**
     * Reads server-sent events until the connection ends or {@code more} returns false.
     *
     * @param token of the user whose inbox is watched
     * @param more takes an event and returns whether to continue
     */
    void events(String path, String token, Predicate<JsonNode> more) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address.resolve(path))
                .header("Authorization", "Bearer " + token)
                .header("Accept", "text/event-stream")
                .build();
        HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            if (response.statusCode() != 200) {
                throw new IOException(
                        explain(response.statusCode(), read(lines.lines().collect(Collectors.joining()))));
            }
            String line = lines.readLine();
            while (line != null && (!line.startsWith(DATA) || more.test(read(line.substring(DATA.length()))))) {
                line = lines.readLine();
            }
        }
    }

    private JsonNode call(String method, String path, Map<String, String> headers, BodyPublisher body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address.resolve(path))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .method(method, body);
        headers.forEach(request::header);
        HttpResponse<String> response;
        try {
            response = http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IOException("Tidings is not reachable at " + address + "; start it with './tidings up'", e);
        }
        int status = response.statusCode();
        if (status < 200 || status >= 400) {
            throw new IOException(explain(status, read(response.body())));
        }
        if (status >= 300) {
            // Not followed: the key would be sent to the redirect's target.
            throw new IOException("the server at " + address + " redirects (status " + status + ", "
                    + response.headers().firstValue("Location").orElse("without a location")
                    + "); set the right URL with --url");
        }
        return read(response.body());
    }

    private JsonNode read(String body) throws IOException {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new IOException("the server at " + address + " is not Tidings: its response is not JSON", e);
        }
    }

    private static String explain(int status, JsonNode problem) {
        StringJoiner mistakes = new StringJoiner("; ");
        for (JsonNode error : problem.path("errors")) {
            mistakes.add(error.path("pointer").asText() + ": got " + error.path("value") + ", expected "
                    + error.path("expected").asText());
        }
        return mistakes.length() > 0
                ? mistakes.toString()
                : problem.path("detail").asText(problem.path("title").asText("status " + status));
    }
}
