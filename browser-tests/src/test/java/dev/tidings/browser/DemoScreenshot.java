package dev.tidings.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Takes the screenshot of the demo page for the README. Not part of the tests; see CONTRIBUTING for how to run it. */
class DemoScreenshot {
    private static final int WIDTH = 1200;
    private static final int HEIGHT = 730;

    @TempDir
    private Path folder;

    private Instant now = Instant.now().minus(Duration.ofHours(20));
    private TestServer tidings;

    @Test
    void take() throws Exception {
        Path picture =
                Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("docs/demo.png");
        Files.createDirectories(picture.getParent());
        try (Chromium chromium = new Chromium();
                TestServer running = new TestServer(folder, () -> now);
                BrowserContext context = chromium.browser()
                        .newContext(new Browser.NewContextOptions()
                                .setViewportSize(WIDTH, HEIGHT)
                                .setReducedMotion(ReducedMotion.REDUCE)
                                .setColorScheme(ColorScheme.LIGHT))) {
            tidings = running;
            fill();
            DemoTab tab = new DemoTab(context).open(running);
            tab.page().getByLabel("Title").fill("Your parcel was delivered");
            tab.page().getByLabel("Text").fill("It is behind the blue door, as you asked.");
            tab.page().getByLabel("Text").blur();
            tab.page().screenshot(new Page.ScreenshotOptions().setPath(picture));
        }
    }

    private void fill() {
        send(
                0,
                "alice",
                "Welcome to Brightside Books",
                "Here is what we will tell you about, and how to change it.",
                "normal");
        send(0, "bob", "Your invoice for October is ready", "€ 48.00, due on the 30th.", "normal");
        readAll("alice");
        readAll("bob");
        send(960, "alice", "Mira followed you", "You both read a lot of science fiction.", "normal");
        send(100, "bob", "Build 1842 passed", "main · 14 minutes · 2 311 tests", "normal");
        send(50, "alice", "Your order is on its way", "Three books, with you tomorrow before noon.", "normal");
        send(
                40,
                "bob",
                "Mira mentioned you in “Release notes”",
                "“@bob can you check the part about migrations?”",
                "normal");
        readAll("bob");
        send(30, "alice", "Dana replied to your review", "“Agreed, the second half is so much better!”", "normal");
        send(17, "bob", "Disk of db-2 is 91 % full", "At this rate it is full in about five hours.", "critical");
        send(3, "alice", "New sign-in from Lisbon", "If this was not you, change your password now.", "high");
        now = Instant.now();
    }

    private void send(int minutesLater, String user, String title, String body, String priority) {
        now = now.plus(Duration.ofMinutes(minutesLater));
        tidings.send(Map.of("to", Map.of("user", user), "title", title, "body", body, "priority", priority));
    }

    private void readAll(String user) {
        tidings.call("POST", "/v1/users/" + user + "/inbox/read-all", null);
    }
}
