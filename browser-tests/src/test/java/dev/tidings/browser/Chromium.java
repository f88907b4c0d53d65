package dev.tidings.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium. Tests fail, and are not skipped, on a machine that has none and can't install one. */
final class Chromium implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    /** Waits for an apt-get that is already running, instead of failing. */
    private static final List<String> INSTALL =
            List.of("apt-get", "-o", "DPkg::Lock::Timeout=600", "install", "-y", "--no-install-recommends", "chromium");

    private static final long INSTALL_MINUTES = 10;

    private final Playwright playwright;
    private final Browser browser;

    Chromium() {
        Path program = find().or(Chromium::install)
                .orElseThrow(() -> new IllegalStateException("no browser: expected one of " + NAMES
                        + " on the PATH, or apt-get with the permission to install chromium"));
        // Uses the browser of the machine instead of a download.
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        LaunchOptions options = new LaunchOptions().setExecutablePath(program).setHeadless(true);
        if (System.getProperty("user.name").equals("root")) {
            // The sandbox of Chromium does not run as root.
            options.setArgs(List.of("--no-sandbox"));
        }
        browser = playwright.chromium().launch(options);
    }

    Browser browser() {
        return browser;
    }

    @Override
    public void close() {
        playwright.close();
    }

    private static Optional<Path> find() {
        return NAMES.stream().flatMap(Chromium::onPath).findFirst();
    }

    private static Stream<Path> onPath(String name) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable);
    }

    private static Optional<Path> install() {
        if (onPath(INSTALL.get(0)).findAny().isEmpty()) {
            return Optional.empty();
        }
        try {
            Process apt = new ProcessBuilder(INSTALL).inheritIO().start();
            if (!apt.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES)) {
                apt.destroyForcibly();
            }
        } catch (IOException e) {
            throw new IllegalStateException("apt-get could not be started", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while installing a browser", e);
        }
        return find();
    }
}
