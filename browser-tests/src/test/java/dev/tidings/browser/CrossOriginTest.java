package dev.tidings.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the client on a third-party page (CORS), its usual deployment. */
class CrossOriginTest {
    @TempDir
    private static Path folder;

    private static volatile Instant now = Instant.now();
    private static Chromium chromium;
    private static ThirdPartySite site;
    private static TestServer tidings;

    @BeforeAll
    static void start() {
        chromium = new Chromium();
        site = new ThirdPartySite();
        tidings = new TestServer(folder, () -> now, Map.of("TIDINGS_HTTP_CORS_ORIGINS", site.origin()));
        site.loadClientFrom(tidings.url());
    }

    @AfterAll
    static void stop() {
        chromium.close();
        tidings.close();
        site.close();
    }

    /** Opens a page with a connecting client of this user. */
    private static Page open(String origin, String user, String transport) {
        Page page = chromium.browser().newPage();
        page.setDefaultTimeout(30_000);
        page.exposeFunction("mint", given -> tidings.token(user));
        page.navigate(origin + "/");
        page.waitForFunction("() => window.TidingsInbox");
        page.evaluate("""
                ([url, transport]) => {
                  window.tokens = 0;
                  window.errors = [];
                  const token = () => { tokens++; return mint(); };
                  window.inbox = new TidingsInbox({ url, transport, token });
                  inbox.on("error", (error) => errors.push(error.message));
                  inbox.connect();
                }\
                """, List.of(tidings.url(), transport));
        return page;
    }

    private static void await(Page page, String condition) {
        page.waitForFunction("() => " + condition);
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "sse"})
    void allowedOrigin_connects(String transport) {
        String user = "carol-" + transport;
        Page page = open(site.origin(), user, transport);
        await(page, "inbox.status === 'live'");
        tidings.send(user, "Hello from elsewhere");
        await(page, "inbox.unread === 1 && inbox.items[0].title === 'Hello from elsewhere'");
        String id = (String) page.evaluate("() => inbox.items[0].id");
        page.waitForCondition(() -> tidings.inAppState(id, user).equals("delivered"));
        page.evaluate("() => inbox.markRead(inbox.items[0].id)");
        await(page, "inbox.unread === 0 && inbox.items[0].readAt !== null");
        assertThat(page.evaluate("() => errors")).isEqualTo(List.of());
        page.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "sse"})
    void otherOrigin_isRefusedWithAnError(String transport) {
        Page page = open(site.originByAddress(), "mallory", transport);
        await(page, "errors.length > 0");
        assertThat(page.evaluate("() => errors[0]")).asString().contains("http.corsOrigins");
        assertThat(page.evaluate("() => inbox.status")).isNotEqualTo("live");
        page.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "sse"})
    void expiredToken_isRenewedAndNothingIsMissed(String transport) {
        String user = "dave-" + transport;
        Page page = open(site.origin(), user, transport);
        await(page, "inbox.status === 'live'");
        tidings.send(user, "Before");
        await(page, "inbox.items.length === 1");
        now = now.plus(Duration.ofHours(2));
        await(page, "tokens === 2 && inbox.status === 'live'");
        tidings.send(user, "After");
        await(page, "inbox.items.length === 2");
        assertThat(page.evaluate("() => inbox.items.map((item) => item.title)")).isEqualTo(List.of("After", "Before"));
        page.close();
    }

    @Test
    void bothTransports_showTheSameInbox() {
        Page one = open(site.origin(), "erin", "websocket");
        Page two = open(site.origin(), "erin", "sse");
        for (Page page : List.of(one, two)) {
            await(page, "inbox.status === 'live'");
        }
        for (int n = 0; n < 30; n++) {
            tidings.send("erin", "Number " + n);
        }
        one.evaluate("() => inbox.markAllRead()");
        for (Page page : List.of(one, two)) {
            await(page, "inbox.items.length === 30 && inbox.unread === 0 && inbox.items.every((item) => item.readAt)");
            assertThat(page.evaluate("() => inbox.items.map((item) => item.title)"))
                    .isEqualTo(tidings.titles("erin"));
            page.close();
        }
    }
}
