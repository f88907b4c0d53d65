package dev.tidings.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Handles {@code /}: links to the demo, the documentation and the description of the API, as a page for browsers and as JSON for others. */
final class HomeHandler {
    /** Both answers have the same address. */
    private static final String VARY = "Vary";

    private static final Map<String, String> PAGE_HEADERS = Map.of(
            VARY,
            "Accept",
            "Cache-Control",
            "no-cache",
            "Content-Security-Policy",
            "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none';"
                    + " frame-ancestors 'none'");

    private final ApiResponse page;
    private final ApiResponse links;

    HomeHandler(boolean showsDemo) {
        String template = template();
        String html = showsDemo ? template : template.replaceAll("(?s)<!-- demo -->.*?<!-- /demo -->", "");
        page = new ApiResponse(200, "text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8), PAGE_HEADERS);
        links = links(showsDemo);
    }

    CompletionStage<ApiResponse> get(ApiRequest call) {
        boolean isBrowser = call.header("Accept")
                .filter(accepted -> accepted.contains("text/html"))
                .isPresent();
        return CompletableFuture.completedFuture(isBrowser ? page : links);
    }

    private static ApiResponse links(boolean showsDemo) {
        Map<String, String> paths = new LinkedHashMap<>();
        if (showsDemo) {
            paths.put("demo", "/demo");
        }
        paths.put("docs", "/docs");
        paths.put("errors", "/docs/errors");
        paths.put("openapi", "/openapi.yaml");
        paths.put("client", "/client.js");
        paths.put("health", "/health");
        paths.put("ready", "/ready");
        return ApiResponse.json(200, json -> {
                    json.writeStartObject();
                    json.writeStringField("name", "Tidings");
                    json.writeObjectFieldStart("links");
                    for (Map.Entry<String, String> path : paths.entrySet()) {
                        json.writeStringField(path.getKey(), path.getValue());
                    }
                    json.writeEndObject();
                    json.writeEndObject();
                })
                .header(VARY, "Accept");
    }

    private static String template() {
        try (InputStream in = HomeHandler.class.getClassLoader().getResourceAsStream("home/index.html")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
