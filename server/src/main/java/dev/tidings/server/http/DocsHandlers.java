package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.tidings.server.auth.BlockingPool;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Serves the OpenAPI description {@code /openapi.yaml}, also as {@code /openapi.json}, Swagger UI at {@code /docs}, and the list of all
 * problems at {@code /docs/errors}. All files are on the class path, none on other hosts.
 */
final class DocsHandlers {
    private static final String DESCRIPTION = "openapi.yaml";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String WEBJAR = "META-INF/resources/webjars/swagger-ui/";
    private static final Map<String, String> RESTRICTED = Map.of(
            "Content-Security-Policy",
            "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'");
    /** The files of Swagger UI change with its version only. */
    private static final Map<String, String> CACHEABLE = Map.of(
            "Content-Security-Policy",
            RESTRICTED.get("Content-Security-Policy"),
            "Cache-Control",
            "public, max-age=86400");

    private final Lazy<StaticFile> description = file(DESCRIPTION, "application/yaml; charset=utf-8", RESTRICTED);
    private final Lazy<StaticFile> page = file("docs/index.html", HTML, RESTRICTED);
    private final Lazy<StaticFile> errors =
            new Lazy<>(() -> new StaticFile(errorPage().getBytes(StandardCharsets.UTF_8), HTML, RESTRICTED));
    private final Map<String, Lazy<StaticFile>> assets;
    private final BlockingPool calls;
    /** Null until it is asked for: converting it takes longer than an event loop may block. */
    private CompletableFuture<StaticFile> descriptionAsJson;

    DocsHandlers(BlockingPool calls) {
        this.calls = calls;
        String swagger = WEBJAR + version() + "/";
        assets = Map.of(
                "swagger-ui.css", file(swagger + "swagger-ui.css", "text/css; charset=utf-8", CACHEABLE),
                "swagger-ui-bundle.js", file(swagger + "swagger-ui-bundle.js", SCRIPT, CACHEABLE),
                "favicon-32x32.png", file(swagger + "favicon-32x32.png", "image/png", CACHEABLE),
                "docs.js", file("docs/docs.js", SCRIPT, RESTRICTED));
    }

    CompletionStage<ApiResponse> description(ApiRequest call) {
        return CompletableFuture.completedFuture(description.get().answer(call));
    }

    synchronized CompletionStage<ApiResponse> descriptionAsJson(ApiRequest call) {
        if (descriptionAsJson == null || descriptionAsJson.isCompletedExceptionally()) {
            descriptionAsJson = calls.submit(
                    () -> new StaticFile(asJson(StaticFile.read(DESCRIPTION)), ApiResponse.JSON, RESTRICTED));
        }
        return descriptionAsJson.thenApply(file -> file.answer(call));
    }

    private static byte[] asJson(byte[] yaml) {
        return Json.bytes(json -> {
            try (JsonParser parser = new YAMLFactory().createParser(yaml)) {
                parser.nextToken();
                json.copyCurrentStructure(parser);
            }
        });
    }

    CompletionStage<ApiResponse> page(ApiRequest call) {
        return CompletableFuture.completedFuture(page.get().answer(call));
    }

    CompletionStage<ApiResponse> errors(ApiRequest call) {
        return CompletableFuture.completedFuture(errors.get().answer(call));
    }

    CompletionStage<ApiResponse> asset(ApiRequest call) {
        Lazy<StaticFile> asset = assets.get(call.pathText("file"));
        if (asset == null) {
            throw ProblemException.notFound("file");
        }
        return CompletableFuture.completedFuture(asset.get().answer(call));
    }

    private static String errorPage() {
        StringBuilder rows = new StringBuilder();
        for (Problem problem : Problem.values()) {
            rows.append("<tr id=\"%s\"><td><code>%s</code></td><td>%d</td><td>%s</td><td>%s</td></tr>%n"
                    .formatted(problem.code(), problem.code(), problem.status(), problem.title(), problem.help()));
        }
        String template = new String(StaticFile.read("docs/errors.html"), StandardCharsets.UTF_8);
        return template.replace("<!-- rows -->", rows);
    }

    private static String version() {
        Properties pom = new Properties();
        try {
            pom.load(new ByteArrayInputStream(StaticFile.read("META-INF/maven/org.webjars/swagger-ui/pom.properties")));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return pom.getProperty("version");
    }

    private static Lazy<StaticFile> file(String path, String type, Map<String, String> headers) {
        return new Lazy<>(() -> new StaticFile(path, type, headers));
    }
}
