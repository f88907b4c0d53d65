package dev.tidings.server.http;

import static dev.tidings.server.http.InvalidCall.body;
import static dev.tidings.server.http.InvalidCall.cursor;
import static dev.tidings.server.http.InvalidCall.other;
import static dev.tidings.server.http.InvalidCall.parameter;

import java.util.ArrayList;
import java.util.List;

/** Invalid calls about providers, webhooks and captured messages. */
final class InvalidOutbound {
    private static final String PROVIDER = "/v1/providers/p";
    private static final String TEST = "/v1/providers/capture/test";
    private static final String SCRIPT = "/v1/captured/script";
    private static final String WEBHOOKS = "/v1/webhooks";
    private static final String NONEXISTENT = WEBHOOKS + "/wh_none";

    private InvalidOutbound() {}

    static List<InvalidCall> all() {
        List<InvalidCall> all = new ArrayList<>();
        all.addAll(providers());
        all.addAll(captured());
        all.addAll(webhooks());
        all.addAll(replays());
        return all;
    }

    private static List<InvalidCall> providers() {
        List<InvalidCall> cases = new ArrayList<>();
        for (String kind : List.of("1", "null", "\"\"", "\"smaple\"", "\"SAMPLE\"", "\"" + "x".repeat(300) + "\"")) {
            cases.add(body("kind " + kind, "PUT", PROVIDER, "{\"kind\":" + kind + "}", "/kind"));
        }
        for (String value : List.of("null", "1.5", "{}", "[]", "\"" + "x".repeat(17_000) + "\"")) {
            String name = "host " + value.substring(0, Math.min(9, value.length()));
            cases.add(settings(name, "\"host\":" + value + ",\"password\":\"hunter2\"", "/settings/host"));
        }
        for (String timeout : List.of("1", "\"10s\"", "\"PT0.05S\"", "\"PT6M\"", "\"-PT1S\"", "\"PT0.1001S\"")) {
            cases.add(capture("timeout " + timeout, "\"timeout\":" + timeout, "/timeout"));
        }
        String tooMuch =
                "\"host\":\"h\",\"password\":\"" + "x".repeat(15_000) + "\",\"token\":\"" + "y".repeat(15_000) + "\"";
        cases.addAll(List.of(
                body("an array", "PUT", PROVIDER, "[]", ""),
                body("no kind", "PUT", PROVIDER, "{}", "/kind"),
                capture("settings", "\"settings\":[]", "/settings"),
                capture("settings it does not have", "\"settings\":{\"a/b\":\"x\"}", "/settings/a~1b"),
                settings("no host", "\"password\":\"hunter2\"", "/settings/host"),
                settings("no password", "\"host\":\"h\"", "/settings/password"),
                settings("an empty mask", "\"host\":\"h\",\"password\":\"[set]\"", "/settings/password"),
                settings("a short password", "\"host\":\"h\",\"password\":\"tiny\"", "/settings/password"),
                settings("a port", "\"host\":\"h\",\"password\":\"hunter2\",\"port\":70000", "/settings/port"),
                settings("a setting twice", "\"host\":\"h\",\"host\":\"h\"", "/settings/host"),
                settings("too much", tooMuch, "/settings"),
                capture("rank", "\"rank\":-1", "/rank"),
                capture("enabled", "\"enabled\":\"yes\"", "/enabled"),
                capture("maxConcurrent", "\"maxConcurrent\":0", "/maxConcurrent"),
                capture("perSecond", "\"perSecond\":1.5", "/perSecond"),
                capture("unknown field", "\"priority\":1", "/priority"),
                new InvalidCall(
                        "PUT the provider that is built in",
                        "PUT",
                        "/v1/providers/capture",
                        "{\"kind\":\"capture\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8),
                        java.util.Map.of("Content-Type", "application/json"),
                        400,
                        "invalid_parameter",
                        "path:name"),
                parameter("a provider with a bad name", "/v1/providers/a%20b", "path:name"),
                other("GET a nonexistent provider", "GET", PROVIDER, null, 404, "not_found"),
                other(
                        "test a nonexistent provider",
                        "POST",
                        PROVIDER + "/test",
                        "{\"to\":\"a@b.c\"}",
                        404,
                        "not_found"),
                body("no address", "POST", TEST, "{\"kind\":\"mailbox\"}", "/to"),
                body("no kind of address", "POST", TEST, "{\"to\":\"a@b.c\"}", "/kind"),
                body("an unknown kind of address", "POST", TEST, "{\"to\":\"a@b.c\",\"kind\":\"fax\"}", "/kind"),
                body("a bad mailbox", "POST", TEST, "{\"to\":\"a\",\"kind\":\"mailbox\"}", "/to"),
                body("a bad phone", "POST", TEST, "{\"to\":\"1\",\"kind\":\"phone\"}", "/to"),
                body("a bad token", "POST", TEST, "{\"to\":\"x\",\"kind\":\"apns\"}", "/to"),
                other("DELETE a nonexistent provider", "DELETE", PROVIDER, null, 404, "not_found")));
        return cases;
    }

    private static InvalidCall capture(String name, String fields, String pointer) {
        return body(name, "PUT", PROVIDER, "{\"kind\":\"capture\"," + fields + "}", pointer);
    }

    private static InvalidCall settings(String name, String settings, String pointer) {
        return body(name, "PUT", PROVIDER, "{\"kind\":\"sample\",\"settings\":{" + settings + "}}", pointer);
    }

    private static List<InvalidCall> captured() {
        List<InvalidCall> cases = new ArrayList<>();
        for (String share : List.of("0", "-1", "1.01", "\"0.5\"", "null")) {
            cases.add(rule("share " + share, "\"outcome\":\"hang\",\"share\":" + share, "/rules/0/share"));
        }
        for (String times : List.of("0", "1.5", "\"3\"", "null")) {
            cases.add(rule("times " + times, "\"outcome\":\"hang\",\"times\":" + times, "/rules/0/times"));
        }
        for (String after : List.of("5", "\"5s\"", "\"P2D\"", "\"-PT1S\"")) {
            cases.add(rule("after " + after, "\"outcome\":\"retry\",\"after\":" + after, "/rules/0/after"));
        }
        cases.addAll(List.of(
                body("no rules", "PUT", SCRIPT, "{}", "/rules"),
                body("rules", "PUT", SCRIPT, "{\"rules\":{}}", "/rules"),
                body("too many rules", "PUT", SCRIPT, "{\"rules\":[" + "{},".repeat(100) + "{}]}", "/rules"),
                body("a rule", "PUT", SCRIPT, "{\"rules\":[1]}", "/rules/0"),
                body("unknown field", "PUT", SCRIPT, "{\"rules\":[],\"rule\":1}", "/rule"),
                rule("no outcome", "\"channel\":\"email\"", "/rules/0/outcome"),
                rule("outcome", "\"outcome\":\"explode\"", "/rules/0/outcome"),
                rule("channel", "\"outcome\":\"hang\",\"channel\":\"fax\"", "/rules/0/channel"),
                rule("user", "\"outcome\":\"hang\",\"user\":\"\"", "/rules/0/user"),
                rule("after without a retry", "\"outcome\":\"refuse\",\"after\":\"PT5S\"", "/rules/0/after"),
                rule("field", "\"outcome\":\"hang\",\"chance\":1", "/rules/0/chance"),
                parameter("captured of a channel", "/v1/captured?channel=fax", "query:channel"),
                parameter("captured of a user", "/v1/captured?user=", "query:user"),
                parameter("captured with a bad limit", "/v1/captured?limit=0", "query:limit"),
                cursor("captured with a bad cursor", "/v1/captured?cursor=x"),
                cursor(
                        "captured with a made-up cursor",
                        "/v1/captured?cursor=" + Cursors.encode(TestHttpServer.TENANT + "\ncaptured\n\n", "x"))));
        return cases;
    }

    private static InvalidCall rule(String name, String fields, String pointer) {
        return body("rule " + name, "PUT", SCRIPT, "{\"rules\":[{" + fields + "}]}", pointer);
    }

    private static List<InvalidCall> replays() {
        List<InvalidCall> cases = new ArrayList<>();
        for (String since : List.of("null", "5", "\"\"", "\"yesterday\"", "\"2026-13-01T00:00:00Z\"", "[]")) {
            cases.add(body("since " + since, "POST", NONEXISTENT + "/replay", "{\"since\":" + since + "}", "/since"));
        }
        cases.add(body("no since", "POST", NONEXISTENT + "/replay", "{}", "/since"));
        cases.add(body(
                "unknown field",
                "POST",
                NONEXISTENT + "/replay",
                "{\"since\":\"2026-01-01T00:00:00Z\",\"until\":\"x\"}",
                "/until"));
        return cases;
    }

    private static List<InvalidCall> webhooks() {
        List<InvalidCall> cases = new ArrayList<>();
        for (String url : List.of(
                "1",
                "null",
                "\"\"",
                "\"example.com\"",
                "\"ftp://example.com\"",
                "\"https:///path\"",
                "\"https://user:secret@example.com\"",
                "\"http://127.0.0.1:8080/\"",
                "\"https://10.0.0.1/\"",
                "\"http://[::1]/\"",
                "\"http://localhost/\"",
                "\"http://169.254.169.254/latest\"",
                "\"http://example.com:22/\"",
                "\"https://example.com/#here\"",
                "\"https://example.com/a b\"",
                "\"https://example.com/\\r\\nX-Header: 1\"",
                "\"https://example.com/" + "x".repeat(2_040) + "\"")) {
            String name = "url " + url.substring(0, Math.min(40, url.length()));
            cases.add(body(name, "POST", WEBHOOKS, "{\"url\":" + url + "}", "/url"));
            cases.add(body(name, "PATCH", NONEXISTENT, "{\"url\":" + url + "}", "/url"));
        }
        String events = "{\"url\":\"https://example.com\",\"events\":";
        cases.addAll(List.of(
                body("no url", "POST", WEBHOOKS, "{}", "/url"),
                body("events", "POST", WEBHOOKS, events + "\"delivery.sent\"}", "/events"),
                body("an event", "POST", WEBHOOKS, events + "[\"delivery.lost\"]}", "/events/0"),
                body(
                        "an event twice",
                        "POST",
                        WEBHOOKS,
                        events + "[\"delivery.sent\",\"delivery.sent\"]}",
                        "/events/1"),
                body("a secret", "POST", WEBHOOKS, "{\"url\":\"https://example.com\",\"secret\":\"x\"}", "/secret"),
                body("grace", "POST", NONEXISTENT + "/rotate-secret", "{\"graceSeconds\":-1}", "/graceSeconds"),
                parameter("a webhook with a bad id", "/v1/webhooks/a%20b", "path:webhook"),
                other("GET a nonexistent webhook", "GET", NONEXISTENT, null, 404, "not_found"),
                other("PATCH a nonexistent webhook", "PATCH", NONEXISTENT, "{}", 404, "not_found"),
                other("DELETE a nonexistent webhook", "DELETE", NONEXISTENT, null, 404, "not_found"),
                other("rotate a nonexistent webhook", "POST", NONEXISTENT + "/rotate-secret", null, 404, "not_found"),
                other("resume a nonexistent webhook", "POST", NONEXISTENT + "/resume", null, 404, "not_found")));
        return cases;
    }
}
