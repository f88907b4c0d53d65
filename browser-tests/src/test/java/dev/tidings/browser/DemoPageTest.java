package dev.tidings.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the demo page in a real browser, against a real server. */
class DemoPageTest {
    @TempDir
    private static Path folder;

    private static Chromium chromium;
    private static TestServer tidings;

    private BrowserContext context;
    private DemoTab tab;

    @BeforeAll
    static void start() {
        PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
        chromium = new Chromium();
        tidings = new TestServer(folder, InstantSource.system());
    }

    @AfterAll
    static void stop() {
        chromium.close();
        tidings.close();
    }

    @BeforeEach
    void emptyTheInboxes() {
        for (String user : List.of("alice", "bob")) {
            for (String id : tidings.texts(user, "id")) {
                tidings.call("POST", "/v1/users/%s/inbox/%s/archive".formatted(user, id), null);
            }
        }
        context = chromium.browser().newContext();
        tab = new DemoTab(context);
    }

    @AfterEach
    void consoleHasNoErrors() {
        context.close();
        assertThat(tab.consoleErrors()).isEmpty();
    }

    @Test
    void notification_arrivesWithoutAReload() {
        tab.open(tidings);
        tab.page().evaluate("() => { window.sameDocument = true }");
        tab.send("Alice", "Your order is on its way", "Tomorrow before noon");
        tab.assertShows("Alice", 1);
        tab.assertShows("Alice", List.of("Your order is on its way"));
        assertThat(tab.item("Alice", "Your order")).containsText("Tomorrow before noon");
        tab.assertShows("Bob", 0);
        tab.send("Both", "Dinner is ready", "");
        tab.assertShows("Alice", List.of("Dinner is ready", "Your order is on its way"));
        tab.assertShows("Alice", 2);
        tab.assertShows("Bob", List.of("Dinner is ready"));
        tab.assertShows("Bob", 1);
        assertThat(tab.page()).hasTitle("(3) Tidings demo");
        assertThat(tab.page().evaluate("() => window.sameDocument")).isEqualTo(true);
    }

    @Test
    void key_isRemovedFromTheUrlAndKeptInTheTab() {
        tab.open(tidings);
        assertThat(tab.page().url()).isEqualTo(tidings.url() + "/demo");
        tab.page().reload();
        tab.awaitLive();
        DemoTab other = new DemoTab(context);
        other.page().navigate(tidings.url() + "/demo");
        assertThat(other.page().getByRole(AriaRole.DIALOG)).isVisible();
    }

    @Test
    void key_isRequestedUntilItIsValid() {
        tab.page().navigate(tidings.url() + "/demo");
        Locator dialog = tab.page().getByRole(AriaRole.DIALOG);
        dialog.getByLabel("API key").fill("tk_default_nobody_nothing");
        tab.press(dialog, "Go");
        assertThat(dialog.getByRole(AriaRole.ALERT)).containsText("Missing or invalid credentials");
        // The browser itself reports every 4xx response to the console.
        assertThat(tab.consoleErrors()).singleElement().asString().contains("401");
        tab.consoleErrors().clear();
        dialog.getByLabel("API key").fill(tidings.key());
        tab.press(dialog, "Go");
        tab.awaitLive();
    }

    @Test
    void twoTabsOfOneUserStayInStep() {
        tidings.send("alice", "First");
        tidings.send("alice", "Second");
        tab.open(tidings);
        DemoTab other = new DemoTab(context).open(tidings);
        tab.press(tab.item("Alice", "First"), "Mark as read");
        for (DemoTab each : List.of(tab, other)) {
            each.assertShows("Alice", 1);
            assertThat(each.item("Alice", "First").getByLabel("Read", new Locator.GetByLabelOptions().setExact(true)))
                    .hasCount(1);
        }
        other.press(other.item("Alice", "Second"), "Archive");
        tab.assertShows("Alice", List.of("First"));
        tab.assertShows("Alice", 0);
        other.press(other.inbox("Alice"), "Undo");
        tab.assertShows("Alice", List.of("Second", "First"));
        tab.assertShows("Alice", 1);
        tab.press(tab.item("Alice", "First"), "Mark as unread");
        other.assertShows("Alice", 2);
        assertThat(other.consoleErrors()).isEmpty();
    }

    @Test
    void serverRestart_losesAndDuplicatesNothing() {
        tidings.send("alice", "Before");
        tidings.send("bob", "Before");
        tab.open(tidings);
        tab.page().evaluate("() => { window.sameDocument = true }");
        tidings.stop();
        assertThat(tab.inbox("Alice").locator(".status")).not().containsText("Live");
        assertThat(tab.inbox("Bob").locator(".status")).not().containsText("Live");
        tidings.start();
        for (int n = 1; n <= 5; n++) {
            tidings.send("alice", "After " + n);
            tidings.send("bob", "After " + n);
        }
        tab.awaitLive();
        tidings.send("alice", "Last");
        for (String user : List.of("Alice", "Bob")) {
            List<String> stored = tidings.titles(user.toLowerCase(java.util.Locale.ROOT));
            assertThat(stored).hasSize(user.equals("Alice") ? 7 : 6);
            tab.assertShows(user, stored);
            tab.assertShows(user, stored.size());
        }
        assertThat(tab.page().evaluate("() => window.sameDocument")).isEqualTo(true);
        // Browsers always report failed connections to the console.
        tab.consoleErrors()
                .removeIf(complaint -> complaint.contains("net::ERR_") || complaint.contains("WebSocket connection"));
    }

    @Test
    void markAllRead_includesItemsNotShownYet() {
        IntStream.rangeClosed(1, 25).forEach(n -> tidings.send("alice", "Number " + n));
        tab.open(tidings);
        tab.assertShows("Alice", 25);
        assertThat(tab.items("Alice")).hasCount(20);
        tab.press(tab.inbox("Alice"), "Mark all as read");
        tab.assertShows("Alice", 0);
        tab.press(tab.inbox("Alice"), "Show older ones");
        assertThat(tab.items("Alice")).hasCount(25);
        assertThat(tab.inbox("Alice").locator(".is-unread")).hasCount(0);
        tab.assertShows("Alice", tidings.titles("alice"));
    }

    @Test
    void markupStaysText() {
        String title = "<img src=x onerror=alert(1)><script>alert(2)</script> & <b>bold</b>";
        tab.page().onDialog(dialog -> {
            tab.consoleErrors().add("a dialog: " + dialog.message());
            dialog.dismiss();
        });
        tab.open(tidings);
        tab.send("Both", title, "<iframe src=\"javascript:alert(3)\"></iframe>");
        for (String user : List.of("Alice", "Bob")) {
            tab.assertShows(user, List.of(title));
            assertThat(tab.items(user).locator("img, script, iframe, b")).hasCount(0);
        }
    }

    @Test
    void onlyLinksToTheWebAreLinks() {
        for (String link : List.of("brightside://orders/1", "https://example.org/orders/1")) {
            tidings.send(Map.of("to", Map.of("user", "alice"), "title", link, "deepLink", link));
        }
        tab.open(tidings);
        assertThat(tab.item("Alice", "brightside:").getByRole(AriaRole.LINK)).hasCount(0);
        assertThat(tab.item("Alice", "https:").getByRole(AriaRole.LINK))
                .hasAttribute("href", "https://example.org/orders/1");
    }

    @Test
    void everythingCanBeDoneWithAKeyboard() {
        tidings.send("alice", "First");
        tidings.send("alice", "Second");
        tab.open(tidings);
        tab.item("Alice", "Second").getByText("Mark as read").focus();
        tab.page().keyboard().press("Enter");
        tab.assertShows("Alice", 1);
        tab.page().keyboard().press("Tab");
        tab.page().keyboard().press("Enter");
        tab.assertShows("Alice", List.of("First"));
        assertThat(tab.items("Alice").first()).isFocused();
    }

    @Test
    void phoneLayout_needsNoHorizontalScrolling() {
        context.close();
        context = chromium.browser()
                .newContext(new Browser.NewContextOptions()
                        .setViewportSize(375, 667)
                        .setIsMobile(true)
                        .setHasTouch(true)
                        .setColorScheme(ColorScheme.DARK));
        tab = new DemoTab(context).open(tidings);
        tab.send("Alice", "Averyveryverylongwordwithoutanyspacethatdoesnotfitonthescreenofaphone", "x".repeat(300));
        tab.assertShows("Alice", 1);
        assertThat((Boolean) tab.page().evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
                .isTrue();
        tab.item("Alice", "Avery").getByText("Mark as read").tap();
        tab.assertShows("Alice", 0);
        assertThat(tab.page().evaluate("() => getComputedStyle(document.body).backgroundColor"))
                .isEqualTo("rgb(15, 16, 26)");
    }

    @Test
    void invalidNotification_showsTheProblem() {
        tab.open(tidings);
        tab.page().getByLabel("Title").evaluate("field => field.removeAttribute('maxlength')");
        tab.send("Alice", "x".repeat(2_000), "");
        assertThat(tab.page().locator("#send .outcome")).containsText("Invalid request body");
        assertThat(tab.consoleErrors()).singleElement().asString().contains("422");
        tab.consoleErrors().clear();
    }
}
