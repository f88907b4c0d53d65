package dev.tidings.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a browser's own EventSource, which reconnects by itself with the ticket that it has used. */
class EventSourceTest {
    @TempDir
    private static Path folder;

    private static Chromium chromium;
    private static ThirdPartySite site;
    private static TestServer tidings;

    @BeforeAll
    static void start() {
        chromium = new Chromium();
        site = new ThirdPartySite();
        tidings = new TestServer(
                folder, InstantSource.system(), Map.of("TIDINGS_HTTP_CORS_ORIGINS", site.originByAddress()));
        site.loadClientFrom(tidings.url());
    }

    @AfterAll
    static void stop() {
        chromium.close();
        tidings.close();
        site.close();
    }

    /** Opens a page with two event streams of this user. */
    private static Page open(String origin, String user) {
        Page page = chromium.browser().newContext().newPage();
        page.setDefaultTimeout(60_000);
        page.navigate(origin + "/demo");
        page.evaluate("""
                async ([url, token]) => {
                  window.streams = [];
                  for (let n = 0; n < 2; n++) {
                    const headers = { Authorization: `Bearer ${token}` };
                    const answer = await fetch(`${url}/v1/me/ticket`, { method: "POST", headers });
                    const { ticket } = await answer.json();
                    const source = new EventSource(`${url}/v1/me/live?ticket=${ticket}`, { withCredentials: true });
                    const stream = { source, hellos: [], titles: [] };
                    source.addEventListener("hello", ({ data }) => stream.hellos.push(JSON.parse(data).resumed));
                    source.addEventListener("notification", ({ data }) =>
                      stream.titles.push(JSON.parse(data).notification.title));
                    streams.push(stream);
                  }
                }\
                """, List.of(tidings.url(), tidings.token(user)));
        awaitAll(page, "stream.hellos.length === 1");
        return page;
    }

    private static void awaitAll(Page page, String condition) {
        page.waitForFunction("() => streams.every((stream) => " + condition + ")");
    }

    private static void resumesAfterARestart(Page page, String user) {
        tidings.send(user, "one");
        awaitAll(page, "stream.titles.length === 1");
        for (String title : List.of("two", "three")) {
            tidings.stop();
            tidings.start();
            tidings.send(user, title);
            awaitAll(page, "stream.titles.at(-1) === '" + title + "'");
        }
        assertThat(page.evaluate("() => streams.map((stream) => stream.titles)"))
                .isEqualTo(List.of(List.of("one", "two", "three"), List.of("one", "two", "three")));
        assertThat(page.evaluate("() => streams.map((stream) => stream.hellos)"))
                .isEqualTo(List.of(List.of(false, true, true), List.of(false, true, true)));
        assertThat(page.evaluate("() => document.cookie"))
                .as("hidden from scripts")
                .isEqualTo("");
        page.context().close();
    }

    @Test
    void streams_resumeAfterARestart() {
        resumesAfterARestart(open(tidings.url(), "frank"), "frank");
    }

    @Test
    void streamsOfAnotherOrigin_resumeAfterARestart() {
        resumesAfterARestart(open(site.originByAddress(), "grace"), "grace");
    }

    @Test
    void usedUrl_isRefusedInAnotherBrowser() {
        Page page = open(tidings.url(), "heidi");
        String url = (String) page.evaluate("() => streams[0].source.url");
        Page other = chromium.browser().newContext().newPage();
        other.navigate(tidings.url() + "/demo");
        other.evaluate("(url) => { window.source = new EventSource(url, { withCredentials: true }) }", url);
        other.waitForFunction("() => source.readyState === EventSource.CLOSED");
        assertThat(page.evaluate("() => streams[0].source.readyState")).isEqualTo(1);
        other.context().close();
        page.context().close();
    }
}
