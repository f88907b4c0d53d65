package dev.tidings.server.edge;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The JavaScript client, and a page to try it on. The page has no rights of its own: whoever opens it brings a key. */
final class PageHandlers {
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    /** Pages of any origin may load the client. What it may then do is up to http.corsOrigins. */
    private static final Map<String, String> FOR_EVERYBODY =
            Map.of("Access-Control-Allow-Origin", "*", "Cross-Origin-Resource-Policy", "cross-origin");
    /** Titles and bodies are anybody's text. Even if the page took one for markup, it could neither run nor send anything. */
    private static final Map<String, String> FENCED = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Referrer-Policy",
            "no-referrer");

    private final StaticFile client = new StaticFile("client/client.js", SCRIPT, FOR_EVERYBODY);
    private final StaticFile types =
            new StaticFile("client/client.d.ts", "application/typescript; charset=utf-8", FOR_EVERYBODY);
    private final StaticFile demo = new StaticFile("demo/index.html", "text/html; charset=utf-8", FENCED);
    private final Map<String, StaticFile> assets = Map.of(
            "demo.css", new StaticFile("demo/demo.css", "text/css; charset=utf-8", FENCED),
            "demo.js", new StaticFile("demo/demo.js", SCRIPT, FENCED),
            "inbox-card.js", new StaticFile("demo/inbox-card.js", SCRIPT, FENCED),
            "bell.svg", new StaticFile("demo/bell.svg", "image/svg+xml", FENCED));
    private final boolean showsDemo;

    PageHandlers(boolean showsDemo) {
        this.showsDemo = showsDemo;
    }

    CompletionStage<Answer> client(Call call) {
        return CompletableFuture.completedFuture(client.answer(call));
    }

    CompletionStage<Answer> types(Call call) {
        return CompletableFuture.completedFuture(types.answer(call));
    }

    CompletionStage<Answer> demo(Call call) {
        refuseUnlessShown();
        return CompletableFuture.completedFuture(demo.answer(call));
    }

    CompletionStage<Answer> asset(Call call) {
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
