package dev.tidings.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.model.Channel;
import dev.tidings.server.auth.UnsubscribeLinks;
import dev.tidings.server.auth.UnsubscribeLinks.Unsubscription;
import dev.tidings.server.users.PreferenceService;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Serves the unsubscribe links of emails (RFC 8058). A GET changes nothing, since mail clients and virus scanners follow all links;
 * only a POST unsubscribes, sent by the mail client's button or by the button of the page.
 */
final class UnsubscribeHandlers {
    private static final String ASK = page(
            "Stop these emails?",
            "<form method=\"post\"><button name=\"List-Unsubscribe\" value=\"One-Click\">Unsubscribe</button></form>");
    private static final String DONE = page("You will not get these emails any more.", "");

    private final UnsubscribeLinks links;
    private final PreferenceService preferences;

    UnsubscribeHandlers(UnsubscribeLinks links, PreferenceService preferences) {
        this.links = links;
        this.preferences = preferences;
    }

    CompletionStage<ApiResponse> ask(ApiRequest call) {
        unsubscription(call);
        return CompletableFuture.completedFuture(html(ASK));
    }

    CompletionStage<ApiResponse> unsubscribe(ApiRequest call) {
        Unsubscription unsubscription = unsubscription(call);
        PreferencePatch patch = new PreferencePatch(
                Map.of(), Map.of(), Map.of(unsubscription.type(), Map.of(Channel.EMAIL, Optional.of(false))));
        return preferences
                .change(unsubscription.user(), patch, "unsubscribe link")
                .thenApply(changed -> html(DONE));
    }

    private Unsubscription unsubscription(ApiRequest call) {
        return links.read(call.pathText("token")).orElseThrow(() -> ProblemException.notFound("link"));
    }

    private static ApiResponse html(String page) {
        return new ApiResponse(
                200,
                "text/html; charset=utf-8",
                page.getBytes(UTF_8),
                Map.of(
                        "Cache-Control",
                        "no-store",
                        "Content-Security-Policy",
                        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
                        "Referrer-Policy",
                        "no-referrer"));
    }

    private static String page(String title, String rest) {
        return "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                + "<title>" + title + "</title>"
                + "<style>body{font:1.1rem system-ui;margin:15vh auto;max-width:30rem;text-align:center}"
                + "button{font:inherit;padding:.6em 1.4em}</style><h1>" + title + "</h1>" + rest + "</html>";
    }
}
