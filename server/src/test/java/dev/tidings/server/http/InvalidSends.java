package dev.tidings.server.http;

import static dev.tidings.server.http.InvalidCall.field;
import static dev.tidings.server.http.InvalidCall.send;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Invalid send requests. */
final class InvalidSends {
    private static final String[] NOT_STRINGS = {"1", "1.5", "true", "null", "{}", "[]", "[\"x\"]"};
    private static final String OK = "{\"to\":{\"user\":\"u\"},\"title\":\"t\"}";

    private InvalidSends() {}

    static List<InvalidCall> all() {
        List<InvalidCall> all = new ArrayList<>();
        all.addAll(types());
        all.addAll(targets());
        all.addAll(values());
        all.addAll(sizes());
        all.addAll(names());
        all.addAll(syntax());
        all.addAll(encodings());
        return all;
    }

    /** Each field with every wrong JSON type. */
    private static List<InvalidCall> types() {
        List<InvalidCall> cases = new ArrayList<>();
        for (String name :
                List.of("type", "deepLink", "priority", "locale", "expiresAt", "sendAt", "sendAtLocal", "delay")) {
            for (String value : NOT_STRINGS) {
                cases.add(field(name + " is " + value, "\"" + name + "\":" + value, "/" + name));
            }
        }
        for (String name : List.of("title", "body")) {
            for (String value : NOT_STRINGS) {
                cases.add(send(
                        name + " is " + value, "{\"to\":{\"user\":\"u\"},\"" + name + "\":" + value + "}", "/" + name));
            }
        }
        for (String value : new String[] {"1", "\"x\"", "true", "null", "[]"}) {
            cases.add(field("data is " + value, "\"data\":" + value, "/data"));
        }
        for (String value : new String[] {"1", "\"in_app\"", "true", "null", "{}"}) {
            cases.add(field("channels is " + value, "\"channels\":" + value, "/channels"));
        }
        for (String value :
                new String[] {"1", "true", "null", "[]", "{}", "\"fax\"", "\"\"", "\"IN_APP\"", "\"in-app\""}) {
            cases.add(field("a channel is " + value, "\"channels\":[" + value + "]", "/channels/0"));
        }
        for (String value : new String[] {"1", "\"u\"", "true", "null", "[]", "[{\"user\":\"u\"}]"}) {
            cases.add(send("to is " + value, "{\"title\":\"t\",\"to\":" + value + "}", "/to"));
        }
        for (String value : new String[] {"1", "true", "null", "{}", "[]"}) {
            cases.add(to("user is " + value, "\"user\":" + value, "/to/user"));
            cases.add(to("one of users is " + value, "\"users\":[\"ok\"," + value + "]", "/to/users/1"));
        }
        for (String value : new String[] {"1", "\"u\"", "null", "{}", "[]"}) {
            cases.add(to("users is " + value, "\"users\":" + value, "/to/users"));
        }
        return cases;
    }

    private static InvalidCall to(String name, String fields, String pointer) {
        return send(name, "{\"title\":\"t\",\"to\":{" + fields + "}}", pointer);
    }

    private static List<InvalidCall> targets() {
        String tooMany =
                IntStream.range(0, 1_001).mapToObj(i -> "\"u" + i + "\"").collect(Collectors.joining(","));
        return List.of(
                send("no to", "{\"title\":\"t\"}", "/to"),
                to("no recipient", "", "/to"),
                to("user and users", "\"user\":\"a\",\"users\":[\"b\"]", "/to"),
                to("user twice", "\"user\":\"a\",\"user\":\"b\"", "/to"),
                to("a topic, which there is not yet", "\"topic\":\"news\"", "/to/topic"),
                to("a typo", "\"usr\":\"a\"", "/to/usr"),
                to("an empty user", "\"user\":\"\"", "/to/user"),
                to("a user of 129 bytes", "\"user\":\"" + "x".repeat(129) + "\"", "/to/user"),
                to("a user of 65 letters and 130 bytes", "\"user\":\"" + "é".repeat(65) + "\"", "/to/user"),
                to("a user of 33 emojis and 132 bytes", "\"user\":\"" + "😀".repeat(33) + "\"", "/to/user"),
                to("a user with a line break", "\"user\":\"a\\nb\"", "/to/user"),
                to("a user with a delete", "\"user\":\"a\\u007fb\"", "/to/user"),
                to("a user with a C1 control", "\"user\":\"a\\u0085b\"", "/to/user"),
                to("a user with a NUL", "\"user\":\"a\\u0000b\"", "/to/user"),
                to("an empty one of users", "\"users\":[\"a\",\"b\",\"\"]", "/to/users/2"),
                to("1,001 users", "\"users\":[" + tooMany + "]", "/to/users"));
    }

    private static List<InvalidCall> values() {
        List<InvalidCall> cases = new ArrayList<>();
        for (String type : List.of("", " ", "order shipped", "_x", "-x", ".x", "é", "a/b", "x".repeat(65))) {
            cases.add(field("type '" + type + "'", "\"type\":\"" + type + "\"", "/type"));
        }
        for (String priority : List.of("", "urgent", "HIGH", "high ", "0")) {
            cases.add(field("priority '" + priority + "'", "\"priority\":\"" + priority + "\"", "/priority"));
        }
        for (String locale :
                List.of("", "e", "english_US", "en_US", "de-", "-de", "toolonglanguage", "en-US-", "x".repeat(40))) {
            cases.add(field("locale '" + locale + "'", "\"locale\":\"" + locale + "\"", "/locale"));
        }
        for (String time : List.of(
                "",
                "tomorrow",
                "2030-01-01",
                "2030-01-01T00:00:00",
                "2030-01-01T00:00Z",
                "2030-13-01T00:00:00Z",
                "2030-02-30T00:00:00Z",
                "2030-01-01T24:00:00Z",
                "2030-01-01T00:60:00Z",
                "2030-01-01T00:00:00+25:00",
                "2030-01-01T00:00:00+0100",
                "2030-01-01 00:00:00Z",
                "2030-01-01T00:00:00.Z",
                "+12030-01-01T00:00:00Z",
                "2030-01-01T00:00:00.1234567890Z",
                "٢٠٣٠-01-01T00:00:00Z",
                "1893456000",
                "2020-01-01T00:00:00Z")) {
            cases.add(field("expiresAt '" + time + "'", "\"expiresAt\":\"" + time + "\"", "/expiresAt"));
        }
        cases.addAll(whens());
        for (String link : List.of(
                "",
                "orders/42",
                "/orders",
                "//host/x",
                "app:",
                "app:// x",
                "1app://x",
                "javascript:alert(1)",
                "JavaScript:alert(1)",
                "data:text/html,x",
                "http://[",
                "app://x\\ny")) {
            cases.add(field("deepLink '" + link + "'", "\"deepLink\":\"" + link + "\"", "/deepLink"));
        }
        cases.add(field("a channel twice", "\"channels\":[\"in_app\",\"push\",\"in_app\"]", "/channels/2"));
        cases.add(field("idempotencyKey outside of a batch", "\"idempotencyKey\":\"k\"", "/idempotencyKey"));
        cases.add(send("nothing to say", "{\"to\":{\"user\":\"u\"}}", ""));
        cases.add(send("an empty title", "{\"to\":{\"user\":\"u\"},\"title\":\"\"}", "/title"));
        cases.add(send("an empty body", "{\"to\":{\"user\":\"u\"},\"body\":\"\"}", "/body"));
        for (String control : List.of("\\n", "\\r", "\\t", "\\u0007", "\\u001b", "\\u007f", "\\u0085")) {
            cases.add(send(
                    "a title with " + control, "{\"to\":{\"user\":\"u\"},\"title\":\"a" + control + "b\"}", "/title"));
        }
        for (String control : List.of("\\u0007", "\\u001b", "\\u007f", "\\u0085")) {
            cases.add(send(
                    "a body with " + control, "{\"to\":{\"user\":\"u\"},\"body\":\"a" + control + "b\"}", "/body"));
        }
        return cases;
    }

    private static List<InvalidCall> whens() {
        List<InvalidCall> cases = new ArrayList<>();
        for (String time :
                List.of("", "tomorrow", "2030-01-01T00:00:00", "2030-01-01T00:00Z", "2030-02-30T00:00:00Z")) {
            cases.add(field("sendAt '" + time + "'", "\"sendAt\":\"" + time + "\"", "/sendAt"));
        }
        for (String time : List.of(
                "",
                "18:00:00",
                "2030-12-24",
                "2030-12-24T18",
                "2030-12-24T18:0",
                "2030-12-24T24:00",
                "2030-12-24T18:00Z",
                "2030-12-24 18:00",
                "2030-12-24 18:00:00",
                "2030-12-24T18:00:00Z",
                "2030-12-24T18:00:00+01:00",
                "2030-12-24T18:00:00.",
                "2030-12-24T18:00:60",
                "2030-02-29T18:00:00",
                "12030-12-24T18:00:00")) {
            cases.add(field("sendAtLocal '" + time + "'", "\"sendAtLocal\":\"" + time + "\"", "/sendAtLocal"));
        }
        for (String delay : List.of(
                "",
                "10m",
                "P",
                "PT",
                "P1DT",
                "PT0S",
                "P0D",
                "-PT10M",
                "PT-10M",
                "+PT10M",
                "PT10",
                "P1M",
                "P1Y",
                "P1W",
                "pt10m",
                "PT1.5H",
                "PT1M1H",
                "P1000000000D",
                "PT0.0000000001S")) {
            cases.add(field("delay '" + delay + "'", "\"delay\":\"" + delay + "\"", "/delay"));
        }
        String local = "\"sendAtLocal\":\"2030-12-24T18:00:00\"";
        for (String zone : List.of("1", "null", "\"\"", "\"Berlin\"", "\"europe/berlin\"", "\"+01:00\"", "\"UTC+1\"")) {
            cases.add(field("zone " + zone, local + ",\"zone\":" + zone, "/zone"));
        }
        String at = "\"sendAt\":\"2030-12-24T18:00:00Z\"";
        String delay = "\"delay\":\"PT10M\"";
        cases.addAll(List.of(
                field("sendAt and delay", at + "," + delay, "/delay"),
                field("delay and sendAt", delay + "," + at, "/sendAt"),
                field("all three ways to say when", at + "," + local + "," + delay, "/sendAtLocal"),
                field("sendAt twice", at + "," + at, "/sendAt"),
                field("a zone alone", "\"zone\":\"Europe/Berlin\"", "/zone"),
                field("a zone for sendAt", at + ",\"zone\":\"Europe/Berlin\"", "/zone"),
                field("a zone for a delay", delay + ",\"zone\":\"Europe/Berlin\"", "/zone"),
                field("nearly sendAt", "\"sendat\":\"2030-12-24T18:00:00Z\"", "/sendat"),
                send(
                        "by the clocks of several users",
                        "{\"to\":{\"users\":[\"a\",\"b\"]},\"title\":\"t\"," + local + "}",
                        "/sendAtLocal")));
        return cases;
    }

    private static List<InvalidCall> sizes() {
        return List.of(
                send(
                        "a title of 1,025 bytes",
                        "{\"to\":{\"user\":\"u\"},\"title\":\"" + "x".repeat(1_025) + "\"}",
                        "/title"),
                send(
                        "a title of 513 letters and 1,026 bytes",
                        "{\"to\":{\"user\":\"u\"},\"title\":\"" + "é".repeat(513) + "\"}",
                        "/title"),
                field("a body of 64 KiB and a byte", "\"body\":\"" + "x".repeat(65_537) + "\"", "/body"),
                field("data of 32 KiB and a byte", "\"data\":{\"x\":\"" + "x".repeat(32_768 - 7) + "\"}", "/data"),
                field("data of much white space", "\"data\":{" + " ".repeat(32_768) + "}", "/data"),
                field("a link of 2 KiB and a byte", "\"deepLink\":\"app://" + "x".repeat(2_043) + "\"", "/deepLink"));
    }

    private static List<InvalidCall> names() {
        return List.of(
                field("an unknown field", "\"titel\":\"x\"", "/titel"),
                field("an unknown field like no other", "\"zzzzzzzz\":1", "/zzzzzzzz"),
                field("an unknown field with a slash and a tilde", "\"a/b~c\":1", "/a~1b~0c"),
                field("an unknown empty field", "\"\":1", "/"),
                field("another case", "\"Body\":\"x\"", "/Body"),
                field("snake case", "\"deep_link\":\"app://x\"", "/deep_link"),
                field("a field twice", "\"title\":\"x\"", "/title"),
                field("a field twice, once escaped", "\"t\\u0069tle\":\"x\"", "/title"),
                field("a name twice in data", "\"data\":{\"a\":1,\"b\":{\"c\":1,\"c\":2}}", "/data/b/c"),
                field(
                        "a tenth name twice in data",
                        "\"data\":{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"a\":1}",
                        "/data/a"),
                field("a name of 1,001 letters in data", "\"data\":{\"" + "x".repeat(1_001) + "\":1}", "/data"),
                field("a prototype", "\"__proto__\":{}", "/__proto__"));
    }

    private static List<InvalidCall> syntax() {
        List<InvalidCall> cases = new ArrayList<>();
        String[][] broken = {
            {"nothing but space", "   "},
            {"a string", "\"x\""},
            {"a number", "1"},
            {"null", "null"},
            {"an array", "[" + OK + "]"},
            {"two values", OK + OK},
            {"a value and a word", OK + " x"},
            {"a value and a brace", OK + "}"},
            {"not closed", OK.substring(0, OK.length() - 1)},
            {"not begun", OK.substring(1)},
            {"an open string", "{\"to"},
            {"a comment", OK.replace("{\"to", "{/* x */\"to")},
            {"a line comment", OK.replace("{\"to", "{// x\n\"to")},
            {"a hash comment", "# x\n" + OK},
            {"single quotes", OK.replace('"', '\'')},
            {"bare names", "{to:{user:1}}"},
            {"a comma at the end", OK.substring(0, OK.length() - 1) + ",}"},
            {"two commas", OK.replace(",", ",,")},
            {"no colon", "{\"to\" {}}"},
            {"a line break in a string", OK.replace("\"t\"", "\"t\n\"")},
            {"a tab in a string", OK.replace("\"t\"", "\"t\t\"")},
            {"an unknown escape", OK.replace("\"t\"", "\"\\x\"")},
            {"half an escape", OK.replace("\"t\"", "\"\\u00\"")},
            {"a word", "{\"to\":undefined}"},
            {"True", "{\"to\":True}"},
            {"XML", "<to>u</to>"},
            {"a form", "to=u&title=t"}
        };
        for (String[] each : broken) {
            cases.add(send(each[0], each[1], null));
        }
        for (String number : List.of(
                "01",
                "+1",
                ".5",
                "1.",
                "1e",
                "0x1F",
                "NaN",
                "Infinity",
                "-Infinity",
                "-",
                "1_000",
                "1e400",
                "-1e999",
                "9".repeat(65))) {
            cases.add(field("the number " + number, "\"data\":{\"n\":" + number + "}", null));
        }
        cases.add(field("33 levels", "\"data\":" + "{\"a\":".repeat(32) + "1" + "}".repeat(32), null));
        cases.add(field("1,000 arrays", "\"data\":{\"a\":" + "[".repeat(1_000) + "]".repeat(1_000) + "}", null));
        cases.add(field("10,000 arrays that never end", "\"data\":{\"a\":" + "[".repeat(10_000), null));
        return cases;
    }

    private static List<InvalidCall> encodings() {
        return List.of(
                send("a lone high surrogate", "{\"to\":{\"user\":\"u\"},\"title\":\"\\ud83d\"}", "/title"),
                send("a lone low surrogate", "{\"to\":{\"user\":\"u\"},\"title\":\"\\ude00x\"}", "/title"),
                send(
                        "surrogates the wrong way round",
                        "{\"to\":{\"user\":\"u\"},\"body\":\"\\ude00\\ud83d\"}",
                        "/body"),
                send("an escaped NUL", "{\"to\":{\"user\":\"u\"},\"title\":\"a\\u0000\"}", "/title"),
                field("a lone surrogate in data", "\"data\":{\"a\":[\"\\ud800\"]}", "/data/a/0"),
                field("a lone surrogate in a name in data", "\"data\":{\"\\udc00\":1}", null),
                field("a NUL in data", "\"data\":{\"a\":\"\\u0000\"}", "/data/a"),
                raw("a lone byte", 0x80),
                raw("a byte that never is", 0xff),
                raw("an overlong slash", 0xc0, 0xaf),
                raw("an overlong NUL", 0xc0, 0x80),
                raw("an encoded surrogate", 0xed, 0xa0, 0x80),
                raw("above Unicode", 0xf4, 0x90, 0x80, 0x80),
                raw("half a character", 0xe2, 0x82),
                raw("Latin-1", 0xe9),
                raw("a raw NUL", 0x00),
                raw("a raw control", 0x01),
                send("UTF-16", OK.getBytes(StandardCharsets.UTF_16), ""),
                send("UTF-16 without a mark", OK.getBytes(StandardCharsets.UTF_16LE), ""),
                send("UTF-32", OK.getBytes(java.nio.charset.Charset.forName("UTF-32")), ""),
                send("a byte order mark", "\ufeff" + OK, ""));
    }

    /** A send request with these bytes in its title. */
    private static InvalidCall raw(String name, int... bytes) {
        byte[] json = OK.getBytes(StandardCharsets.ISO_8859_1);
        int at = OK.indexOf("\"t\"") + 1;
        byte[] broken = new byte[json.length + bytes.length];
        System.arraycopy(json, 0, broken, 0, at);
        for (int i = 0; i < bytes.length; i++) {
            broken[at + i] = (byte) bytes[i];
        }
        System.arraycopy(json, at, broken, at + bytes.length, json.length - at);
        return send(name, broken, null);
    }
}
