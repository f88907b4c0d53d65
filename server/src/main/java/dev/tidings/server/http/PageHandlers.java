package dev.tidings.server.http;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Serves the JavaScript client {@code /client.js} with its types, and the page {@code /demo}. The page has no credentials of its own: its
 * user enters a key.
 */
final class PageHandlers {
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    /** Pages of any origin may load the client. The option http.corsOrigins controls which may call the API. */
    private static final Map<String, String> CROSS_ORIGIN =
            Map.of("Access-Control-Allow-Origin", "*", "Cross-Origin-Resource-Policy", "cross-origin");
    /** Titles and bodies are untrusted text. Even if the page rendered one as markup, it could neither run nor send anything. */
    private static final Map<String, String> RESTRICTED = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri"
                    + " 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Referrer-Policy",
            "no-referrer");

    private final StaticFile client = new StaticFile("client/client.js", SCRIPT, CROSS_ORIGIN);
    private final StaticFile types =
            new StaticFile("client/client.d.ts", "application/typescript; charset=utf-8", CROSS_ORIGIN);
    private final StaticFile demo = new StaticFile("demo/index.html", "text/html; charset=utf-8", RESTRICTED);
    private final Map<String, StaticFile> assets = Map.of(
            "demo.css", new StaticFile("demo/demo.css", "text/css; charset=utf-8", RESTRICTED),
            "demo.js", new StaticFile("demo/demo.js", SCRIPT, RESTRICTED),
            "inbox-card.js", new StaticFile("demo/inbox-card.js", SCRIPT, RESTRICTED),
            "bell.svg", new StaticFile("demo/bell.svg", "image/svg+xml", RESTRICTED));
    private final boolean showsDemo;

    PageHandlers(boolean showsDemo) {
        this.showsDemo = showsDemo;
    }

    CompletionStage<ApiResponse> client(ApiRequest call) {
        return CompletableFuture.completedFuture(client.answer(call));
    }

    CompletionStage<ApiResponse> types(ApiRequest call) {
        return CompletableFuture.completedFuture(types.answer(call));
    }

    CompletionStage<ApiResponse> demo(ApiRequest call) {
        refuseUnlessShown();
        return CompletableFuture.completedFuture(demo.answer(call));
    }

    CompletionStage<ApiResponse> asset(ApiRequest call) {
        refuseUnlessShown();
        StaticFile asset = assets.get(call.pathText("file"));
        if (asset == null) {
            throw ProblemException.notFound("file");
        }
        return CompletableFuture.completedFuture(asset.answer(call));
    }

    private void refuseUnlessShown() {
        if (!showsDemo) {
            throw new ProblemException(Problem.NO_SUCH_PATH, "the demo is switched off: http.demo");
        }
    }
}
