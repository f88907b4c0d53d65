package dev.tidings.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Serves the OpenAPI description {@code /openapi.yaml}, Swagger UI at {@code /docs}, and the list of all problems at {@code /docs/errors}.
 * All files are on the class path, none on other hosts.
 */
final class DocsHandlers {
    private static final String HTML = "text/html; charset=utf-8";
    private static final String WEBJAR = "META-INF/resources/webjars/swagger-ui/";

    private final Lazy<ApiResponse> description = file("openapi.yaml", "application/yaml; charset=utf-8", false);
    private final Lazy<ApiResponse> page = file("docs/index.html", HTML, false);
    private final Lazy<ApiResponse> errors =
            new Lazy<>(() -> answer(errorPage().getBytes(StandardCharsets.UTF_8), HTML, false));
    private final Map<String, Lazy<ApiResponse>> assets;

    DocsHandlers() {
        String swagger = WEBJAR + version() + "/";
        assets = Map.of(
                "swagger-ui.css", file(swagger + "swagger-ui.css", "text/css; charset=utf-8", true),
                "swagger-ui-bundle.js", file(swagger + "swagger-ui-bundle.js", "text/javascript; charset=utf-8", true),
                "favicon-32x32.png", file(swagger + "favicon-32x32.png", "image/png", true),
                "docs.js", file("docs/docs.js", "text/javascript; charset=utf-8", false));
    }

    CompletionStage<ApiResponse> description(ApiRequest call) {
        return CompletableFuture.completedFuture(description.get());
    }

    CompletionStage<ApiResponse> page(ApiRequest call) {
        return CompletableFuture.completedFuture(page.get());
    }

    CompletionStage<ApiResponse> errors(ApiRequest call) {
        return CompletableFuture.completedFuture(errors.get());
    }

    CompletionStage<ApiResponse> asset(ApiRequest call) {
        Lazy<ApiResponse> asset = assets.get(call.pathText("file"));
        if (asset == null) {
            throw ProblemException.notFound("file");
        }
        return CompletableFuture.completedFuture(asset.get());
    }

    private static String errorPage() {
        StringBuilder rows = new StringBuilder();
        for (Problem problem : Problem.values()) {
            rows.append("<tr id=\"%s\"><td><code>%s</code></td><td>%d</td><td>%s</td><td>%s</td></tr>%n"
                    .formatted(problem.code(), problem.code(), problem.status(), problem.title(), problem.help()));
        }
        String template = new String(read("docs/errors.html"), StandardCharsets.UTF_8);
        return template.replace("<!-- rows -->", rows);
    }

    private static String version() {
        Properties pom = new Properties();
        try (InputStream in = open("META-INF/maven/org.webjars/swagger-ui/pom.properties")) {
            pom.load(in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return pom.getProperty("version");
    }

    private static Lazy<ApiResponse> file(String path, String type, boolean cacheable) {
        return new Lazy<>(() -> answer(read(path), type, cacheable));
    }

    private static ApiResponse answer(byte[] body, String type, boolean cacheable) {
        return new ApiResponse(
                200,
                type,
                body,
                Map.of(
                        "Cache-Control",
                        cacheable ? "public, max-age=86400" : "no-cache",
                        "Content-Security-Policy",
                        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'"));
    }

    private static byte[] read(String path) {
        try (InputStream in = open(path)) {
            return in.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static InputStream open(String path) {
        InputStream in = DocsHandlers.class.getClassLoader().getResourceAsStream(path);
        if (in == null) {
            throw new IllegalStateException("missing on the class path: " + path);
        }
        return in;
    }
}
