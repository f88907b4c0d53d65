package dev.tidings.server.http;

import static dev.tidings.server.http.InvalidCall.body;
import static dev.tidings.server.http.InvalidCall.cursor;
import static dev.tidings.server.http.InvalidCall.other;
import static dev.tidings.server.http.InvalidCall.parameter;

import java.util.ArrayList;
import java.util.List;

/** Invalid calls about templates. */
final class InvalidTemplates {
    private static final String ALL = "/v1/types/default/templates";
    private static final String SMS = ALL + "/sms/en";
    private static final String EMAIL = ALL + "/email/en";

    private InvalidTemplates() {}

    static List<InvalidCall> all() {
        List<InvalidCall> cases = new ArrayList<>();
        for (String text : List.of(
                "", "{{", "{{a", "{{}}", "{{#a}}", "{{/a}}", "{{>a}}", "{{{a}}}", "{{&a}}", "{{=a b=}}", "{{a b}}")) {
            cases.add(put("text " + text, SMS, "{\"text\":\"" + text + "\"}", "/parts/text"));
            cases.add(preview(
                    "text " + text, "\"parts\":{\"text\":\"" + text + "\"},\"variables\":[\"a\"]", "/parts/text"));
        }
        for (String parts : List.of("1", "null", "[]", "\"x\"")) {
            cases.add(put("parts " + parts, SMS, parts, "/parts"));
        }
        for (String variables : List.of("1", "null", "{}", "\"a\"")) {
            cases.add(body(
                    "variables " + variables,
                    "PUT",
                    SMS,
                    "{\"parts\":{\"text\":\"x\"},\"variables\":" + variables + "}",
                    "/variables"));
        }
        cases.addAll(List.of(
                body("empty", "PUT", SMS, "{}", "/parts"),
                body("an array", "PUT", SMS, "[]", ""),
                put("no parts", SMS, "{}", "/parts"),
                put("part of another channel", SMS, "{\"subject\":\"x\"}", "/parts/subject"),
                put("part that is no text", SMS, "{\"text\":1}", "/parts/text"),
                put("subject of two lines", EMAIL, "{\"subject\":\"a\\nBcc: b\",\"text\":\"x\"}", "/parts/subject"),
                put("email without text", EMAIL, "{\"subject\":\"a\",\"html\":\"x\"}", "/parts"),
                put("too long", SMS, "{\"text\":\"" + "x".repeat(1_601) + "\"}", "/parts/text"),
                put("too many segments", SMS, "{\"text\":\"" + "я".repeat(671) + "\"}", "/parts/text"),
                put(
                        "too large for a push",
                        ALL + "/push/en",
                        "{\"body\":\"" + "x".repeat(4_000) + "\"}",
                        "/parts/body"),
                preview("too many segments", "\"parts\":{\"text\":\"" + "я".repeat(671) + "\"}", "/parts/text"),
                put("no JSON", ALL + "/webhook/en", "{\"body\":\"{{a}}\"}", "/parts/body"),
                put(
                        "link to a script",
                        ALL + "/push/en",
                        "{\"title\":\"x\",\"deepLink\":\"javascript:x\"}",
                        "/parts/deepLink"),
                body(
                        "variable twice",
                        "PUT",
                        SMS,
                        "{\"parts\":{\"text\":\"x\"},\"variables\":[\"a\",\"a\"]}",
                        "/variables/1"),
                body(
                        "variable with a dot",
                        "PUT",
                        SMS,
                        "{\"parts\":{\"text\":\"x\"},\"variables\":[\"a.b\"]}",
                        "/variables"),
                body(
                        "variable that is no text",
                        "PUT",
                        SMS,
                        "{\"parts\":{\"text\":\"x\"},\"variables\":[1]}",
                        "/variables/0"),
                body("active", "PUT", SMS, "{\"parts\":{\"text\":\"x\"},\"active\":1}", "/active"),
                body("unknown field", "PUT", SMS, "{\"parts\":{\"text\":\"x\"},\"locale\":\"en\"}", "/locale"),
                preview("missing variable", "\"parts\":{\"text\":\"{{a}}\"},\"variables\":[\"a\"]", "/data/a"),
                preview("no object", "\"parts\":{\"text\":\"x\"},\"data\":[]", "/data"),
                preview("variables alone", "\"variables\":[\"a\"]", "/variables"),
                preview("title", "\"parts\":{\"text\":\"x\"},\"title\":1", "/title"),
                preview("unknown field", "\"parts\":{\"text\":\"x\"},\"user\":\"u\"", "/user"),
                other("preview of no template", "POST", SMS + "/preview", "{}", 404, "not_found"),
                other("GET a nonexistent template", "GET", SMS, null, 404, "not_found"),
                other("DELETE a nonexistent template", "DELETE", SMS, null, 404, "not_found"),
                other("activate a nonexistent template", "POST", SMS + "/activate", null, 404, "not_found"),
                other("deactivate a nonexistent template", "POST", SMS + "/deactivate", null, 404, "not_found"),
                other("versions of a nonexistent template", "GET", SMS + "/versions", null, 404, "not_found"),
                other("templates of no type", "GET", "/v1/types/nope/templates", null, 404, "not_found"),
                other(
                        "PUT template of no type",
                        "PUT",
                        "/v1/types/nope/templates/sms/en",
                        "{\"parts\":{\"text\":\"x\"}}",
                        404,
                        "not_found"),
                parameter("template for no channel", ALL + "/fax/en", "path:channel"),
                parameter("template in no language", ALL + "/sms/e", "path:locale"),
                parameter("template in a file", ALL + "/sms/..%2F..%2Fetc", "path:locale"),
                parameter("template of a bad type", "/v1/types/a%20b/templates/sms/en", "path:name"),
                parameter("versions with a bad limit", SMS + "/versions?limit=0", "query:limit"),
                cursor("versions with a bad cursor", SMS + "/versions?cursor=x")));
        return cases;
    }

    private static InvalidCall put(String name, String path, String parts, String pointer) {
        return body(name, "PUT", path, "{\"parts\":" + parts + ",\"variables\":[\"a\"]}", pointer);
    }

    private static InvalidCall preview(String name, String fields, String pointer) {
        return body(name, "POST", SMS + "/preview", "{" + fields + "}", pointer);
    }
}
