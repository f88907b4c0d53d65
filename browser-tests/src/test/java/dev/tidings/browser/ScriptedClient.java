package dev.tidings.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.microsoft.playwright.Clock;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The JavaScript client in a page with a scripted server and clock. */
final class ScriptedClient {
    private static final String ORIGIN = "http://tidings.test";
    private static final long START = 1_700_000_000_000L;

    private final Page page;
    private final List<String> pageErrors = new ArrayList<>();

    ScriptedClient(Chromium chromium) {
        page = chromium.browser().newPage();
        page.onPageError(pageErrors::add);
        serve("/", "text/html", "<!doctype html><script type=module src=/scripted.js></script>");
        serve("/scripted.js", "text/javascript", resource("scripted.js"));
        serve("/client.js", "text/javascript", resource("client/client.js"));
        page.clock().install(new Clock.InstallOptions().setTime(START));
        page.navigate(ORIGIN + "/");
        page.clock().pauseAt(START + 60_000);
    }

    /** Starts a new client in the same page, since opening a page takes longer than most tests. */
    void startAfresh() {
        pageErrors.clear();
        page.navigate(ORIGIN + "/");
        page.waitForFunction("() => window.lab !== undefined");
        // No jitter: always the longest pause.
        run("Math.random = () => 1; lab.make()");
        respond("GET /v1/me/inbox", 200, "{items: [], next: null}");
    }

    private void serve(String path, String type, String body) {
        page.route(
                ORIGIN + path,
                route -> route.fulfill(
                        new Route.FulfillOptions().setContentType(type).setBody(body)));
    }

    private static String resource(String name) {
        try (InputStream in = ScriptedClient.class.getClassLoader().getResourceAsStream(name)) {
            return new String(in.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs code, and all microtasks that follow. */
    void run(String code) {
        page.evaluate("async () => { " + code + "; await lab.settle(); }");
    }

    /** Evaluates an expression. */
    Object evaluate(String expression) {
        return page.evaluate("async () => (" + expression + ")");
    }

    @SuppressWarnings("unchecked")
    Map<String, Object> state() {
        return (Map<String, Object>) evaluate("lab.state()");
    }

    String status() {
        return (String) state().get("status");
    }

    @SuppressWarnings("unchecked")
    List<Object> list(String expression) {
        return (List<Object>) evaluate(expression);
    }

    /** Sets the response to a call from now on. */
    void respond(String call, int status, String body) {
        run("lab.answers.set('%s', {status: %d, body: %s})".formatted(call, status, body));
    }

    /** Connects, receives hello, and loads an empty list. */
    ScriptedClient goLive() {
        run("inbox.connect()");
        accept();
        event("{event: 'hello', id: 'c0', unread: 0, resumed: false}");
        return this;
    }

    void accept() {
        run("lab.last().accept()");
    }

    void event(String event) {
        run("lab.last().say(" + event + ")");
    }

    /** Sends a notification event. */
    void notification(String cursor, int unread, String id) {
        event("{event: 'notification', id: '%s', unread: %d, notification: %s}".formatted(cursor, unread, item(id)));
    }

    /** Closes the connection from the server. */
    void drop(int code) {
        run("lab.last().drop(" + code + ")");
    }

    /** @param id ends in a digit, which determines its age */
    static String item(String id) {
        return ("{id: '%s', type: 'default', priority: 'normal', title: 'Title of %s', body: null, data: null,"
                        + " deepLink: null, at: '2026-01-01T00:00:0%s.000Z', expiresAt: null, readAt: null, archivedAt: null}")
                .formatted(id, id, id.charAt(id.length() - 1));
    }

    void step(long millis) {
        page.clock().runFor(millis);
        run("");
    }

    int sockets() {
        return (int) evaluate("lab.sockets.length");
    }

    List<Object> calls() {
        return list("lab.calls.map(call => call.method + ' ' + call.path)");
    }

    List<String> pageErrors() {
        return pageErrors;
    }

    Page page() {
        return page;
    }
}
