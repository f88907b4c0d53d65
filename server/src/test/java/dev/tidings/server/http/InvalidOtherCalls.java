package dev.tidings.server.http;

import static dev.tidings.server.http.InvalidCall.body;
import static dev.tidings.server.http.InvalidCall.cursor;
import static dev.tidings.server.http.InvalidCall.other;
import static dev.tidings.server.http.InvalidCall.parameter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Invalid calls other than send requests. */
final class InvalidOtherCalls {
    private static final String OK = "{\"to\":{\"user\":\"u\"},\"title\":\"t\"}";

    private InvalidOtherCalls() {}

    static List<InvalidCall> all() {
        List<InvalidCall> all = new ArrayList<>();
        all.addAll(bodies());
        all.addAll(InvalidRecurring.all());
        all.addAll(InvalidDevices.all());
        all.addAll(InvalidTemplates.all());
        all.addAll(InvalidOutbound.all());
        all.addAll(parameters());
        all.addAll(cursors());
        all.addAll(headers());
        all.addAll(routes());
        return all;
    }

    private static List<InvalidCall> bodies() {
        String user = "/v1/users/u";
        String bulk = "/v1/users/bulk";
        String preferences = "/v1/users/u/preferences";
        String type = "/v1/types/t";
        String keys = "/v1/tenants/acme/keys";
        List<InvalidCall> cases = new ArrayList<>();
        for (String email : List.of(
                "1",
                "true",
                "\"\"",
                "\"ann\"",
                "\"@x\"",
                "\"a@\"",
                "\"a@b@c\"",
                "\"a@b\\r\\nBcc: c@d\"",
                "\"a\\u0000@b\"",
                "\"a\\u202e@b\"",
                "\"<a@b>\"",
                "\"a@b,c\"",
                "\"\\\"a\\\"@b\"",
                "\".a@b\"",
                "\"a..b@c\"",
                "\"a@b..c\"",
                "\"a@b.\"",
                "\"a@-b\"",
                "\"a@[127.0.0.1]\"",
                "\"" + "x".repeat(65) + "@b\"",
                "\"a@" + "x".repeat(64) + "\"",
                "\"a b@c\"",
                "\"a@" + "x".repeat(260) + "\"",
                "\"a@" + "\u00e9".repeat(200) + "\"")) {
            cases.add(body("email " + email, "PUT", user, "{\"email\":" + email + "}", "/email"));
        }
        for (String phone : List.of(
                "1",
                "\"\"",
                "\"0151123456\"",
                "\"+0151123456\"",
                "\"+49 151 12345\"",
                "\"+1\"",
                "\"+123456\"",
                "\"+4915112345678\\n\"",
                "\"+49151123456\u0661\"",
                "\"+" + "1".repeat(16) + "\"")) {
            cases.add(body("phone " + phone, "PUT", user, "{\"phone\":" + phone + "}", "/phone"));
        }
        for (String url : List.of(
                "1",
                "\"\"",
                "\"example.com\"",
                "\"/hook\"",
                "\"ftp://example.com/\"",
                "\"file:///etc/passwd\"",
                "\"https://\"",
                "\"https:example.com\"",
                "\"https://user:secret@example.com/\"",
                "\"https://example.com/#part\"",
                "\"https://example.com/a b\"",
                "\"https://example.com/\\r\\nHost: x\"",
                "\"http://127.0.0.1:8080/\"",
                "\"https://10.0.0.1/\"",
                "\"http://[::1]/\"",
                "\"http://localhost/\"",
                "\"http://169.254.169.254/latest\"",
                "\"http://example.com:22/\"",
                "\"https://example.com:99999/\"",
                "\"https://exämple.com/\"",
                "\"https://example.com/" + "x".repeat(2_048) + "\"")) {
            cases.add(body("webhook " + url, "PUT", user, "{\"webhook\":" + url + "}", "/webhook"));
        }
        String reschedule = "/v1/notifications/0199f2c4-8a7e-7cc3-98a0-1b2c3d4e5f60/reschedule";
        cases.addAll(List.of(
                body("no time", "POST", reschedule, "{}", ""),
                body("an array", "POST", reschedule, "[]", ""),
                body("a number", "POST", reschedule, "{\"delay\":10}", "/delay"),
                body("null", "POST", reschedule, "{\"sendAt\":null}", "/sendAt"),
                body("no time of day", "POST", reschedule, "{\"sendAt\":\"2030-01-01\"}", "/sendAt"),
                body("an offset", "POST", reschedule, "{\"sendAtLocal\":\"2030-01-01T00:00:00Z\"}", "/sendAtLocal"),
                body(
                        "no such zone",
                        "POST",
                        reschedule,
                        "{\"sendAtLocal\":\"2030-01-01T00:00:00\",\"zone\":\"x\"}",
                        "/zone"),
                body("a zone alone", "POST", reschedule, "{\"zone\":\"Europe/Berlin\"}", "/zone"),
                body(
                        "two times",
                        "POST",
                        reschedule,
                        "{\"delay\":\"PT1H\",\"sendAt\":\"2030-01-01T00:00:00Z\"}",
                        "/delay"),
                body("a title", "POST", reschedule, "{\"delay\":\"PT1H\",\"title\":\"x\"}", "/title")));
        for (String zone : List.of("1", "\"\"", "\"Berlin\"", "\"Europe/Nowhere\"", "\"+25:00\"")) {
            cases.add(body("timeZone " + zone, "PUT", user, "{\"timeZone\":" + zone + "}", "/timeZone"));
        }
        cases.addAll(List.of(
                body("locale", "PUT", user, "{\"locale\":\"en_US\"}", "/locale"),
                body("an unknown field", "PUT", user, "{\"mail\":\"a@b\"}", "/mail"),
                body("a field twice", "PUT", user, "{\"locale\":\"de\",\"locale\":\"en\"}", "/locale"),
                body("an array", "PUT", user, "[]", ""),
                body("nothing", "PUT", user, " ", ""),
                body("two values", "PUT", user, "{}{}", ""),
                body("a lone surrogate", "PUT", user, "{\"email\":\"\\ud800@x\"}", "/email"),
                body("deep", "PUT", user, "{\"email\":" + "[".repeat(40), null),
                body("an object", "POST", bulk, "{\"id\":\"a\"}", ""),
                body("no users", "POST", bulk, "[]", ""),
                body("no id", "POST", bulk, "[{\"id\":\"a\"},{\"email\":\"a@b\"}]", "/1/id"),
                body("an empty id", "POST", bulk, "[{\"id\":\"\"}]", "/0/id"),
                body("a long id", "POST", bulk, "[{\"id\":\"" + "x".repeat(129) + "\"}]", "/0/id"),
                body("no object", "POST", bulk, "[{\"id\":\"a\"},7]", "/1"),
                body("a user twice", "POST", bulk, "[{\"id\":\"a\"},{\"id\":\"a\"}]", "/1/id"),
                body("an unknown field", "POST", bulk, "[{\"id\":\"a\",\"fax\":\"1\"}]", "/0/fax"),
                body("a bad line", "POST", bulk, "{\"id\":\"a\"}\n{\"id\":", "/1/id")
                        .with("Content-Type", "application/x-ndjson"),
                body("a bad value in a line", "POST", bulk, "{\"id\":\"a\"}\n{\"id\":\"b\",\"email\":1}", "/1/email")
                        .with("Content-Type", "application/x-ndjson"),
                body("no object", "PATCH", preferences, "1", ""),
                body("an unknown field", "PATCH", preferences, "{\"chanels\":{}}", "/chanels"),
                body("no object of channels", "PATCH", preferences, "{\"channels\":[]}", "/channels"),
                body("an unknown channel", "PATCH", preferences, "{\"channels\":{\"fax\":true}}", "/channels/fax"),
                body(
                        "a word for a switch",
                        "PATCH",
                        preferences,
                        "{\"channels\":{\"email\":\"no\"}}",
                        "/channels/email"),
                body("a number for a switch", "PATCH", preferences, "{\"channels\":{\"email\":0}}", "/channels/email"),
                body(
                        "an unknown type",
                        "PATCH",
                        preferences,
                        "{\"types\":{\"nothing\":{\"email\":false}}}",
                        "/types/nothing"),
                body("an unknown category", "PATCH", preferences, "{\"categories\":{\"x\":{}}}", "/categories/x"),
                body(
                        "a type without channels",
                        "PATCH",
                        preferences,
                        "{\"types\":{\"default\":false}}",
                        "/types/default"),
                body("no object of quiet hours", "PATCH", preferences, "{\"quietHours\":\"22-7\"}", "/quietHours"),
                body(
                        "quiet from when",
                        "PATCH",
                        preferences,
                        "{\"quietHours\":{\"to\":\"07:00\"}}",
                        "/quietHours/from"),
                body(
                        "quiet until when",
                        "PATCH",
                        preferences,
                        "{\"quietHours\":{\"from\":\"07:00\"}}",
                        "/quietHours/to"),
                quiet("no hour", "\"from\":\"24:00\",\"to\":\"07:00\"", "from"),
                quiet("an hour without a zero", "\"from\":\"22:00\",\"to\":\"7:00\"", "to"),
                quiet("seconds", "\"from\":\"22:00:00\",\"to\":\"07:00\"", "from"),
                quiet("null", "\"from\":null,\"to\":\"07:00\"", "from"),
                quiet("a whole day", "\"from\":\"07:00\",\"to\":\"07:00\"", "to"),
                quiet("no such zone", "\"from\":\"22:00\",\"to\":\"07:00\",\"zone\":\"Berlin\"", "zone"),
                quiet("an unknown field", "\"from\":\"22:00\",\"to\":\"07:00\",\"days\":[]", "days"),
                body("an unknown field", "PUT", type, "{\"categori\":\"x\"}", "/categori"),
                body("a number for a life", "PUT", type, "{\"expiresAfter\":60}", "/expiresAfter"),
                body("no life", "PUT", type, "{\"expiresAfter\":\"PT0S\"}", "/expiresAfter"),
                body("hardly a life", "PUT", type, "{\"expiresAfter\":\"PT0.5S\"}", "/expiresAfter"),
                body("a life of months", "PUT", type, "{\"expiresAfter\":\"P1M\"}", "/expiresAfter"),
                body("a long life", "PUT", type, "{\"expiresAfter\":\"P3654D\"}", "/expiresAfter"),
                body("true for a life", "PUT", type, "{\"expiresAfter\":true}", "/expiresAfter"),
                body("a word for repeatable", "PUT", type, "{\"repeatable\":\"yes\"}", "/repeatable"),
                body("another name for required", "PUT", type, "{\"userCanDisable\":true}", "/userCanDisable"),
                body("a category with a space", "PUT", type, "{\"category\":\"a b\"}", "/category"),
                body("an empty display name", "PUT", type, "{\"displayName\":\"\"}", "/displayName"),
                body(
                        "a long display name",
                        "PUT",
                        type,
                        "{\"displayName\":\"" + "x".repeat(201) + "\"}",
                        "/displayName"),
                body("two lines as display name", "PUT", type, "{\"displayName\":\"a\\nb\"}", "/displayName"),
                body("an empty description", "PUT", type, "{\"description\":\"\"}", "/description"),
                body(
                        "a long description",
                        "PUT",
                        type,
                        "{\"description\":\"" + "x".repeat(1_001) + "\"}",
                        "/description"),
                body("a bell in a description", "PUT", type, "{\"description\":\"\\u0007\"}", "/description"),
                body("a text for active", "PUT", type, "{\"active\":\"no\"}", "/active"),
                body("no array of channels", "PUT", type, "{\"channels\":{}}", "/channels"),
                body("an unknown channel", "PUT", type, "{\"channels\":[\"in_app\",\"fax\"]}", "/channels/1"),
                body("a channel twice", "PUT", type, "{\"channels\":[\"sms\",\"sms\"]}", "/channels/1"),
                body("an unknown priority", "PUT", type, "{\"maxPriority\":\"top\"}", "/maxPriority"),
                body("none an hour", "PUT", type, "{\"perUserAndHour\":0}", "/perUserAndHour"),
                body("half an hour", "PUT", type, "{\"perUserAndHour\":1.5}", "/perUserAndHour"),
                body("very many an hour", "PUT", type, "{\"perUserAndHour\":99999999999999999999}", "/perUserAndHour"),
                body("a word for required", "PUT", type, "{\"required\":\"yes\"}", "/required"),
                body("no life", "POST", user + "/tokens", "{\"ttlSeconds\":0}", "/ttlSeconds"),
                body("a life of more than a day", "POST", user + "/tokens", "{\"ttlSeconds\":86401}", "/ttlSeconds"),
                body("a word for a life", "POST", user + "/tokens", "{\"ttlSeconds\":\"60\"}", "/ttlSeconds"),
                body("a bad locale", "PATCH", "/v1/tenant", "{\"defaultLocale\":\"not a tag\"}", "/defaultLocale"),
                body("an empty name", "PATCH", "/v1/tenant", "{\"name\":\"\"}", "/name"),
                body("an unknown field", "PATCH", "/v1/tenant", "{\"id\":\"x\"}", "/id"),
                body("no id", "POST", "/v1/tenants", "{\"name\":\"x\"}", "/id"),
                body("a bad id", "POST", "/v1/tenants", "{\"id\":\"a b\"}", "/id"),
                body("a bad name", "POST", "/v1/tenants", "{\"id\":\"ab\",\"name\":\"\\n\"}", "/name"),
                body("no scopes", "POST", keys, "{\"name\":\"x\"}", "/scopes"),
                body("an empty list of scopes", "POST", keys, "{\"scopes\":[]}", "/scopes"),
                body("an unknown scope", "POST", keys, "{\"scopes\":[\"root\"]}", "/scopes/0"),
                body("a scope twice", "POST", keys, "{\"scopes\":[\"read\",\"read\"]}", "/scopes/1"),
                body("a negative grace", "POST", keys + "/k/rotate", "{\"graceSeconds\":-1}", "/graceSeconds"),
                body("a backup in another folder", "POST", "/v1/backups", "{\"name\":\"../x\"}", "/name"),
                body("a backup with a path", "POST", "/v1/backups", "{\"name\":\"/tmp/x\"}", "/name"),
                body("an unknown field of a backup", "POST", "/v1/backups", "{\"folder\":\"x\"}", "/folder"),
                new InvalidCall(
                        "an unclear erasure",
                        "DELETE",
                        "/v1/users/u?erase=yes",
                        null,
                        Map.of(),
                        400,
                        "invalid_parameter",
                        "query:erase"),
                parameter("a path as tenant", "/v1/tenants/..%2Fx/deletion", "path:tenant"),
                new InvalidCall(
                        "the deletion of the own tenant",
                        "DELETE",
                        "/v1/tenants/acme",
                        null,
                        Map.of(),
                        409,
                        "own_tenant",
                        null),
                parameter("a path as backup", "/v1/backups/..%2Fx", "path:backup")));
        return cases;
    }

    private static InvalidCall quiet(String name, String hours, String field) {
        String json = "{\"quietHours\":{" + hours + "}}";
        return body("quiet hours: " + name, "PATCH", "/v1/users/u/preferences", json, "/quietHours/" + field);
    }

    private static List<InvalidCall> parameters() {
        List<InvalidCall> cases = new ArrayList<>();
        for (String limit : List.of("0", "101", "-1", "1.5", "ten", "", "1e1", "%2B5", "0x5", "1000000000000")) {
            cases.add(parameter("limit '" + limit + "'", "/v1/users/u/inbox?limit=" + limit, "query:limit"));
        }
        for (String since :
                List.of("", "yesterday", "2026-01-01", "2026-01-01T00:00:00", "2026-01-01T00:00:00+01:00", "0")) {
            cases.add(parameter("since '" + since + "'", "/v1/notifications?since=" + since, "query:since"));
            cases.add(parameter("until '" + since + "'", "/v1/dead-letters?until=" + since, "query:until"));
            cases.add(parameter("from '" + since + "'", "/v1/scheduled?from=" + since, "query:from"));
        }
        String period = "/v1/scheduled?from=2030-01-02T00:00:00Z&until=";
        cases.add(parameter("an empty period", period + "2030-01-02T00:00:00Z", "query:until"));
        cases.add(parameter("a period that ends first", period + "2030-01-01T00:00:00Z", "query:until"));
        for (String id :
                List.of("1", "not-a-uuid", "0-0-0-0-0", "0199f2c48a7e7cc398a01b2c3d4e5f60", "%7B%7D", "a%2Fb")) {
            cases.add(parameter("the notification " + id, "/v1/notifications/" + id, "path:id"));
        }
        for (String user : List.of("%", "%4", "%zz", "%FF", "%C0%AF", "%ED%A0%80", "%E2%82")) {
            cases.add(raw("the user " + user, "/v1/users/" + user + "/inbox", "path:user"));
        }
        for (String user : List.of("%00", "a%0Ab", "%7F", "x".repeat(129), "%C3%A9".repeat(65))) {
            cases.add(raw("the user " + user, "/v1/users/" + user, "path:user"));
        }
        cases.addAll(List.of(
                parameter("an unknown parameter", "/v1/users/u/inbox?limmit=5", "query:limmit"),
                parameter("any parameter where there is none", "/v1/types?limit=5", "query:limit"),
                parameter("a key in the query", "/v1/types?key=x", "query:key"),
                parameter("a parameter twice", "/v1/users/u/inbox?limit=5&limit=5", "query:limit"),
                parameter("an empty parameter", "/v1/users/u/inbox?limit=5&", "query:"),
                raw("a parameter of no encoding", "/v1/users/u/inbox?limit=%", "query:"),
                parameter("filter", "/v1/users/u/inbox?filter=read", "query:filter"),
                parameter("an empty filter", "/v1/users/u/inbox?filter=", "query:filter"),
                parameter(
                        "deliveries without a user",
                        "/v1/notifications/0199f2c4-8a7e-7cc3-98a0-1b2c3d4e5f60/deliveries",
                        "query:user"),
                parameter(
                        "deliveries of an empty user",
                        "/v1/notifications/0199f2c4-8a7e-7cc3-98a0-1b2c3d4e5f60/deliveries?user=",
                        "query:user"),
                parameter("a type with a space", "/v1/types/a%20b", "path:name"),
                parameter("a device where there is none to be had", "/v1/users/u/devices?limit=5", "query:limit"),
                parameter("a tenant with a space", "/v1/tenants/a%20b/keys", "path:tenant")));
        return cases;
    }

    /** A path that java.net.URI would reject. */
    private static InvalidCall raw(String name, String path, String pointer) {
        return parameter(name, path, pointer);
    }

    private static List<InvalidCall> cursors() {
        List<InvalidCall> cases = new ArrayList<>();
        for (String path : List.of(
                "/v1/users/u/inbox",
                "/v1/users/u/history",
                "/v1/users/u/scheduled",
                "/v1/scheduled",
                "/v1/notifications",
                "/v1/users",
                "/v1/audit",
                "/v1/tenants",
                "/v1/tenants/acme/keys")) {
            for (String cursor : List.of(
                    "",
                    "x",
                    "AAAA",
                    "%00",
                    "..",
                    "1.x",
                    "zzzzzzzzzzzz.",
                    "x".repeat(1_025),
                    Cursors.encode("other", "key"))) {
                cases.add(cursor(path + " cursor '" + cursor + "'", path + "?cursor=" + cursor));
            }
        }
        return cases;
    }

    private static List<InvalidCall> headers() {
        List<InvalidCall> cases = new ArrayList<>();
        for (String type : List.of(
                "text/plain",
                "application/x-www-form-urlencoded",
                "application/xml",
                "application/x-ndjson",
                "application/json; charset=iso-8859-1",
                "json",
                "application/jsonp",
                "multipart/form-data; boundary=x")) {
            cases.add(other("content type " + type, "POST", "/v1/notifications", OK, 415, "unsupported_media_type")
                    .with("Content-Type", type));
        }
        cases.add(other("no content type", "POST", "/v1/notifications", OK, 415, "unsupported_media_type")
                .with("X-None", "x"));
        cases.add(other("JSON for a batch", "POST", "/v1/notifications/batch", OK, 415, "unsupported_media_type"));
        for (String key : List.of("", "a b", "x".repeat(256))) {
            cases.add(new InvalidCall(
                    "idempotency key '" + key + "'",
                    "POST",
                    "/v1/notifications",
                    OK.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                    java.util.Map.of("Content-Type", "application/json", "Idempotency-Key", key),
                    400,
                    "invalid_parameter",
                    "header:Idempotency-Key"));
        }
        cases.add(new InvalidCall(
                "compressed",
                "POST",
                "/v1/notifications",
                OK.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                java.util.Map.of("Content-Type", "application/json", "Content-Encoding", "gzip"),
                415,
                "unsupported_media_type",
                null));
        cases.add(other("an empty batch", "POST", "/v1/notifications/batch", "\n\n", 422, "invalid_request")
                .with("Content-Type", "application/x-ndjson"));
        cases.add(other(
                        "a batch of too many lines",
                        "POST",
                        "/v1/notifications/batch",
                        "{}\n".repeat(10_001),
                        413,
                        "body_too_large")
                .with("Content-Type", "application/x-ndjson"));
        cases.add(other("too many users", "POST", "/v1/users/bulk", "{}\n".repeat(10_001), 413, "body_too_large")
                .with("Content-Type", "application/x-ndjson"));
        cases.add(other(
                "too many users in an array",
                "POST",
                "/v1/users/bulk",
                "[" + "{},".repeat(10_001) + "no JSON",
                413,
                "body_too_large"));
        cases.add(other(
                        "too much in a line",
                        "POST",
                        "/v1/users/bulk",
                        "{\"id\":[" + "{},".repeat(100_001) + "no JSON",
                        413,
                        "body_too_large")
                .with("Content-Type", "application/x-ndjson"));
        cases.add(other(
                "a body that is too large", "POST", "/v1/notifications", " ".repeat(300_000), 413, "body_too_large"));
        cases.add(other("a body for a mark", "POST", "/v1/users/u/inbox/read-all", "{}", 400, "unexpected_body"));
        cases.add(other(
                "a body for a cancel",
                "POST",
                "/v1/notifications/0199f2c4-8a7e-7cc3-98a0-1b2c3d4e5f60/cancel",
                "{}",
                400,
                "unexpected_body"));
        cases.add(other("a body for a deletion", "DELETE", "/v1/users/u", "{}", 400, "unexpected_body"));
        cases.add(other("headers that are too large", "GET", "/v1/types", null, 431, "headers_too_large")
                .with("X-Large", "x".repeat(9_000)));
        cases.add(other("a path that is too long", "GET", "/v1/users/" + "x".repeat(9_000), null, 414, "uri_too_long"));
        return cases;
    }

    private static List<InvalidCall> routes() {
        List<InvalidCall> cases = new ArrayList<>();
        for (String path : List.of(
                "/v1",
                "/v1/",
                "/v2/notifications",
                "/v1/notifications/",
                "/v1//notifications",
                "/v1/Notifications",
                "/v1/users//inbox",
                "/v1/users/u/inbox/x",
                "/docs/../health",
                "/docs/nothing",
                "/openapi.yml",
                "/v1/me",
                "/v1/%6Eotifications")) {
            cases.add(other("path " + path, "GET", path, null, 404, "no_such_path"));
        }
        cases.add(other("a file that is not there", "GET", "/docs/assets/..%2Fopenapi.yaml", null, 404, "not_found"));
        cases.add(other(
                "an id that was never issued",
                "GET",
                "/v1/notifications/5f0c954e-1111-4222-8333-444444444444",
                null,
                404,
                "not_found"));
        for (String what : List.of("cancel", "reschedule")) {
            String body = what.equals("cancel") ? null : "{\"delay\":\"PT1H\"}";
            String of = "/v1/notifications/";
            cases.add(other(
                    what + " what there is not",
                    "POST",
                    of + "0199f2c4-8a7e-7cc3-98a0-1b2c3d4e5f60/" + what,
                    body,
                    404,
                    "not_found"));
            cases.add(other(what + " what is no id", "POST", of + "x/" + what, body, 400, "invalid_parameter"));
        }
        for (String method : List.of("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "get")) {
            cases.add(other("method " + method, method, "/v1/notifications", null, 405, "method_not_allowed"));
        }
        cases.add(other("method GET of a mark", "GET", "/v1/users/u/inbox/read-all", null, 405, "method_not_allowed"));
        return cases;
    }
}
