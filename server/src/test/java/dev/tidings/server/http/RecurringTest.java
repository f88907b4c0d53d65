package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.server.validation.Times;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests of the API of recurring schedules. */
class RecurringTest {
    private static final String HELLO = "{\"to\":{\"user\":\"u\"}, \"title\":\"Hello é\"}";

    private static TestHttpServer edge;

    @BeforeAll
    static void start() {
        edge = new TestHttpServer();
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    private static Reply put(String name, String fields) {
        return edge.call("PUT", "/v1/recurring/" + name, "{" + fields + ",\"notification\": " + HELLO + " }");
    }

    private static List<String> next(Reply reply) {
        List<String> times = new ArrayList<>();
        reply.json().path("next").forEach(time -> times.add(time.asText()));
        return times;
    }

    @Test
    void schedule_isReturnedWithItsNextFiveOccurrences() {
        Reply put = put(
                "morning",
                "\"cron\":\"30 9 * * *\",\"zone\":\"Asia/Kolkata\",\"start\":\"2040-01-01T00:00:00Z\","
                        + "\"end\":\"2040-01-04T00:00:00Z\",\"missed\":\"catch_up\"");
        assertThat(put.status()).as("%s", put).isEqualTo(200);
        assertThat(next(put))
                .containsExactly("2040-01-01T04:00:00.000Z", "2040-01-02T04:00:00.000Z", "2040-01-03T04:00:00.000Z");
        Reply got = edge.call("GET", "/v1/recurring/morning");
        assertThat(got.body()).isEqualTo(put.body()).contains("\"notification\":" + HELLO);
        JsonNode json = got.json();
        assertThat(json.path("name").asText()).isEqualTo("morning");
        assertThat(json.path("cron").asText()).isEqualTo("30 9 * * *");
        assertThat(json.path("every").isNull()).isTrue();
        assertThat(json.path("zone").asText()).isEqualTo("Asia/Kolkata");
        assertThat(json.path("start").asText()).isEqualTo("2040-01-01T00:00:00.000Z");
        assertThat(json.path("end").asText()).isEqualTo("2040-01-04T00:00:00.000Z");
        assertThat(json.path("missed").asText()).isEqualTo("catch_up");
        assertThat(json.path("paused").asBoolean()).isFalse();
    }

    @Test
    void interval_startsNowByDefault() {
        Instant now = edge.clock.instant();
        Reply put = put("often", "\"every\":\"PT1H30M\"");
        assertThat(next(put))
                .hasSize(5)
                .startsWith(now.plus(Duration.ofMinutes(90)).toString());
        assertThat(put.text("every")).isEqualTo("PT1H30M");
        assertThat(put.text("zone")).isEqualTo("UTC");
        assertThat(put.text("missed")).isEqualTo("skip");
    }

    @Test
    void pausedSchedule_hasNoNextOccurrence() {
        put("daily", "\"cron\":\"@daily\"");
        Reply paused = edge.call("POST", "/v1/recurring/daily/pause");
        assertThat(paused.json().path("paused").asBoolean()).isTrue();
        assertThat(next(paused)).isEmpty();
        Reply resumed = edge.call("POST", "/v1/recurring/daily/resume");
        assertThat(resumed.json().path("paused").asBoolean()).isFalse();
        assertThat(next(resumed))
                .startsWith(Times.text(
                        edge.clock.instant().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofDays(1))));
    }

    @Test
    void auditLog_containsRealChangesOnly() {
        put("audited", "\"cron\":\"@daily\"");
        put("audited", "\"cron\":\"@daily\"");
        edge.call("POST", "/v1/recurring/audited/pause");
        edge.call("POST", "/v1/recurring/audited/pause");
        edge.call("POST", "/v1/recurring/audited/resume");
        assertThat(edge.call("DELETE", "/v1/recurring/audited").status()).isEqualTo(204);
        assertThat(edge.call("GET", "/v1/recurring/audited").status()).isEqualTo(404);
        List<String> actions = new ArrayList<>();
        edge.call("GET", "/v1/audit?limit=100").json().path("items").forEach(entry -> {
            if (entry.path("subject").asText().equals("audited")) {
                actions.add(entry.path("action").asText());
            }
        });
        assertThat(actions).containsExactly("recurring.delete", "recurring.resume", "recurring.pause", "recurring.put");
    }

    @Test
    void schedules_areListedByNameInPages() {
        for (String name : List.of("list-c", "list-a", "list-b")) {
            put(name, "\"cron\":\"@daily\"");
        }
        List<String> names = new ArrayList<>();
        String cursor = "";
        do {
            Reply part = edge.call("GET", "/v1/recurring?limit=2" + cursor);
            part.json()
                    .path("items")
                    .forEach(item -> names.add(item.path("name").asText()));
            JsonNode next = part.json().path("next");
            cursor = next.isNull() ? null : "&cursor=" + next.asText();
        } while (cursor != null);
        assertThat(names).contains("list-a", "list-b", "list-c").isSorted().doesNotHaveDuplicates();
    }

    @Test
    void errors_areReportedTogetherWithPointers() {
        Reply reply = edge.call(
                "PUT",
                "/v1/recurring/wrong",
                "{\"cron\":\"0 25 * * *\",\"zone\":\"Berlin\",\"missed\":\"x\",\"extra\":1,"
                        + "\"notification\":{\"to\":{\"users\":[]},\"title\":\"\",\"sendAt\":\"2040-01-01T00:00:00Z\"}}");
        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.pointers())
                .containsExactlyInAnyOrder(
                        "/cron",
                        "/zone",
                        "/missed",
                        "/extra",
                        "/notification/to/users",
                        "/notification/title",
                        "/notification/sendAt");
        assertThat(reply.body()).contains("'25' as field 2, the hour");
    }

    @Test
    void unknownType_isReportedWithItsPointer() {
        Reply reply = edge.call(
                "PUT",
                "/v1/recurring/typed",
                "{\"cron\":\"@daily\",\"notification\":{\"to\":{\"user\":\"u\"},\"title\":\"x\",\"type\":\"nope\"}}");
        assertThat(reply.code()).isEqualTo("unknown_type");
        assertThat(reply.pointers()).containsExactly("/notification/type");
    }
}
