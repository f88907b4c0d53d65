package dev.tidings.server.http;

import static dev.tidings.server.http.InvalidCall.body;
import static dev.tidings.server.http.InvalidCall.cursor;
import static dev.tidings.server.http.InvalidCall.other;
import static dev.tidings.server.http.InvalidCall.parameter;

import java.util.ArrayList;
import java.util.List;

/** Invalid calls about recurring schedules. */
final class InvalidRecurring {
    private static final String PATH = "/v1/recurring/r";
    private static final String REQUEST = "\"notification\":{\"to\":{\"user\":\"u\"},\"title\":\"t\"}";

    private InvalidRecurring() {}

    static List<InvalidCall> all() {
        List<InvalidCall> cases = new ArrayList<>();
        for (String cron : List.of(
                "1",
                "null",
                "\"\"",
                "\"* * * *\"",
                "\"* * * * * *\"",
                "\"60 * * * *\"",
                "\"0 0 30 2 *\"",
                "\"@reboot\"",
                "\"" + "1,".repeat(200) + "1 * * * *\"")) {
            cases.add(put("cron " + cron, "\"cron\":" + cron, "/cron"));
        }
        for (String every : List.of(
                "15",
                "\"\"",
                "\"15m\"",
                "\"PT59S\"",
                "\"-PT1H\"",
                "\"PT1M0.5S\"",
                "\"P1M\"",
                "\"P99999999999D\"",
                "\"P3651D\"")) {
            cases.add(put("every " + every, "\"every\":" + every, "/every"));
        }
        for (String zone : List.of("1", "\"\"", "\"Berlin\"", "\"+25:00\"", "\"europe/berlin\"")) {
            cases.add(fine("zone " + zone, "\"zone\":" + zone, "/zone"));
        }
        for (String time : List.of("1", "\"tomorrow\"", "\"2030-01-31\"", "\"1960-01-01T00:00:00Z\"")) {
            cases.add(fine("start " + time, "\"start\":" + time, "/start"));
            cases.add(fine("end " + time, "\"end\":" + time, "/end"));
        }
        String start = "\"start\":\"2030-01-31T09:30:00Z\",\"end\":";
        cases.addAll(List.of(
                put("no rule", "\"zone\":\"UTC\"", "/cron"),
                put("two rules", "\"cron\":\"* * * * *\",\"every\":\"PT1H\"", "/cron"),
                put(
                        "never between start and end",
                        "\"cron\":\"0 9 * * *\"," + start + "\"2030-01-31T09:40:00Z\"",
                        "/cron"),
                put("over", "\"every\":\"PT1H\",\"end\":\"2020-01-31T09:40:00Z\"", "/every"),
                fine("end is start", start + "\"2030-01-31T09:30:00Z\"", "/end"),
                fine("end before start", start + "\"2030-01-30T09:30:00Z\"", "/end"),
                fine("missed", "\"missed\":\"later\"", "/missed"),
                fine("missed in capitals", "\"missed\":\"SKIP\"", "/missed"),
                fine("paused", "\"paused\":\"yes\"", "/paused"),
                fine("unknown field", "\"timezone\":\"UTC\"", "/timezone"),
                fine("field twice", "\"paused\":true,\"paused\":true", "/paused"),
                body("no notification", "PUT", PATH, "{\"cron\":\"* * * * *\"}", "/notification"),
                body("an array", "PUT", PATH, "[]", ""),
                inside("no object", "1", "/notification"),
                inside("an array", "[]", "/notification"),
                inside("empty", "{}", "/notification/to"),
                inside(
                        "too large for a push",
                        "{\"to\":{\"user\":\"u\"},\"channels\":[\"push\"],\"body\":\"" + "x".repeat(4_000) + "\"}",
                        "/notification/body"),
                inside("unknown field", "{\"to\":{\"user\":\"u\"},\"titel\":\"t\"}", "/notification/titel"),
                inside(
                        "unknown channel",
                        "{\"to\":{\"user\":\"u\"},\"title\":\"t\",\"channels\":[\"fax\"]}",
                        "/notification/channels/0"),
                inside(
                        "expired",
                        "{\"to\":{\"user\":\"u\"},\"title\":\"t\",\"expiresAt\":\"2020-01-01T00:00:00Z\"}",
                        "/notification/expiresAt"),
                other(
                        "PUT recurring of no type",
                        "PUT",
                        PATH,
                        "{\"cron\":\"* * * *"
                                + " *\",\"notification\":{\"to\":{\"user\":\"u\"},\"title\":\"t\",\"type\":\"nope\"}}",
                        422,
                        "unknown_type"),
                other("GET a nonexistent schedule", "GET", PATH, null, 404, "not_found"),
                other("DELETE a nonexistent schedule", "DELETE", PATH, null, 404, "not_found"),
                other("pause a nonexistent schedule", "POST", PATH + "/pause", null, 404, "not_found"),
                other("resume a nonexistent schedule", "POST", PATH + "/resume", null, 404, "not_found"),
                parameter("recurring with a bad name", "/v1/recurring/a%20b", "path:name"),
                parameter("recurring with a bad limit", "/v1/recurring?limit=0", "query:limit"),
                cursor("recurring with a bad cursor", "/v1/recurring?cursor=x")));
        for (String field : List.of("sendAt", "sendAtLocal", "zone", "delay", "idempotencyKey")) {
            cases.add(inside(
                    field,
                    "{\"to\":{\"user\":\"u\"},\"title\":\"t\",\"" + field + "\":\"x\"}",
                    "/notification/" + field));
        }
        return cases;
    }

    private static InvalidCall put(String name, String fields, String pointer) {
        return body(name, "PUT", PATH, "{" + REQUEST + "," + fields + "}", pointer);
    }

    private static InvalidCall fine(String name, String fields, String pointer) {
        return put(name, "\"cron\":\"0 9 * * *\"," + fields, pointer);
    }

    private static InvalidCall inside(String name, String notification, String pointer) {
        return body(
                "notification " + name,
                "PUT",
                PATH,
                "{\"cron\":\"0 9 * * *\",\"notification\":" + notification + "}",
                pointer);
    }
}
