package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.core.model.UuidV7;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.ScheduledByTenantRow;
import dev.tidings.tables.ScheduledDayRow;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the list of all notifications that a tenant has scheduled. */
class TenantScheduledTest {
    private static final String LIST = "/v1/scheduled";

    private TestHttpServer edge;
    private Instant start;

    @BeforeEach
    void start() {
        edge = new TestHttpServer();
        start = edge.clock.instant();
    }

    @AfterEach
    void stop() {
        edge.close();
    }

    private String in(Duration delay) {
        return start.plus(delay).toString();
    }

    private String schedule(Duration delay) {
        return schedule(edge.key, "{\"user\":\"ann\"}", delay);
    }

    private String schedule(String key, String to, Duration delay) {
        Reply reply = edge.call(
                "POST",
                "/v1/notifications",
                key,
                "{\"to\":" + to + ",\"title\":\"later\",\"sendAt\":\"" + in(delay) + "\"}");
        assertThat(reply.status()).as("%s", reply).isEqualTo(202);
        return reply.text("id");
    }

    private void change(String id, String what, String body) {
        Reply reply = edge.call("POST", "/v1/notifications/" + id + "/" + what, body);
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
    }

    private void move(String id, Duration delay) {
        change(id, "reschedule", "{\"sendAt\":\"" + in(delay) + "\"}");
    }

    private JsonNode page(String query) {
        Reply reply = edge.call("GET", LIST + query);
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
        return reply.json();
    }

    private static List<String> ids(JsonNode page) {
        List<String> ids = new ArrayList<>();
        page.path("items").forEach(item -> ids.add(item.path("id").asText()));
        return ids;
    }

    /** The ids of each page, until there is no next one. */
    private List<List<String>> pages(String query) {
        List<List<String>> pages = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = page(query + cursor);
            pages.add(ids(page));
            cursor = page.path("next").isNull()
                    ? ""
                    : "&cursor=" + page.path("next").asText();
        } while (!cursor.isEmpty());
        return pages;
    }

    @Test
    void item_hasSendTimeAndTarget() {
        String one = schedule(Duration.ofHours(2));
        String many = schedule(edge.key, "{\"users\":[\"bob\",\"cat\",\"bob\"]}", Duration.ofHours(1));
        String common = "\"createdAt\":\"" + in(Duration.ZERO) + "\",";
        assertThat(page("").toString())
                .isEqualTo("{\"items\":[{\"id\":\"" + many + "\",\"type\":\"default\",\"sendAt\":\""
                        + in(Duration.ofHours(1)) + "\"," + common
                        + "\"targetType\":\"users\",\"targetId\":null,\"recipientCount\":2},{\"id\":\"" + one
                        + "\",\"type\":\"default\",\"sendAt\":\"" + in(Duration.ofHours(2)) + "\"," + common
                        + "\"targetType\":\"user\",\"targetId\":\"ann\",\"recipientCount\":1}],\"next\":null}");
    }

    @Test
    void pages_continueAcrossDays() {
        List<String> expected = new ArrayList<>();
        for (int day : new int[] {3_000, 400, 40, 2, 1}) {
            for (int minute = 3; minute > 0; minute--) {
                expected.add(0, schedule(Duration.ofDays(day).plusMinutes(minute)));
            }
        }
        assertThat(pages("?limit=4"))
                .containsExactly(
                        expected.subList(0, 4),
                        expected.subList(4, 8),
                        expected.subList(8, 12),
                        expected.subList(12, 15));
        assertThat(pages("?limit=15")).containsExactly(expected);
    }

    @Test
    void manyDaysWithOneEach_fitOnePage() {
        List<String> expected = new ArrayList<>();
        for (int day = 1; day <= 120; day++) {
            expected.add(schedule(Duration.ofDays(day)));
        }
        assertThat(pages("?limit=100")).containsExactly(expected.subList(0, 100), expected.subList(100, 120));
    }

    @Test
    void cancelledAndMoved_areShownAsTheyAre() {
        String kept = schedule(Duration.ofHours(3));
        String cancelled = schedule(Duration.ofHours(2));
        String moved = schedule(Duration.ofHours(1));
        String movedBack = schedule(Duration.ofHours(4));
        change(cancelled, "cancel", null);
        move(moved, Duration.ofDays(30));
        move(movedBack, Duration.ofDays(60));
        assertThat(ids(page(""))).containsExactly(kept, moved, movedBack);
        move(movedBack, Duration.ofHours(4));
        assertThat(ids(page(""))).containsExactly(kept, movedBack, moved);
        assertThat(page("").path("items").path(2).path("sendAt").asText()).isEqualTo(in(Duration.ofDays(30)));
        change(moved, "cancel", null);
        assertThat(pages("?limit=1")).containsExactly(List.of(kept), List.of(movedBack));
    }

    @Test
    void period_includesItsStartAndExcludesItsEnd() {
        String first = schedule(Duration.ofDays(1));
        String second = schedule(Duration.ofDays(2));
        String third = schedule(Duration.ofDays(3));
        assertThat(ids(page("?from=" + in(Duration.ofDays(2))))).containsExactly(second, third);
        assertThat(ids(page("?from=" + in(Duration.ofDays(2).plusNanos(1))))).containsExactly(third);
        assertThat(ids(page("?until=" + in(Duration.ofDays(2))))).containsExactly(first);
        assertThat(ids(page("?until=" + in(Duration.ofDays(2).plusNanos(1))))).containsExactly(first, second);
        String both = "?from=" + in(Duration.ofDays(1)) + "&until=" + in(Duration.ofDays(3));
        assertThat(pages(both + "&limit=1")).containsExactly(List.of(first), List.of(second));
        assertThat(ids(page("?from=1970-01-01T00:00:00Z&until=9999-12-31T23:59:59Z")))
                .containsExactly(first, second, third);
        assertThat(ids(page("?until=" + in(Duration.ofDays(-1))))).isEmpty();
    }

    @Test
    void dueNotification_isNoLongerListed() {
        schedule(Duration.ofHours(1));
        String later = schedule(Duration.ofHours(2));
        JsonNode first = page("?limit=1");
        edge.clock.advance(Duration.ofHours(1));
        assertThat(ids(page("?from=" + in(Duration.ZERO)))).containsExactly(later);
        assertThat(ids(page("?limit=1&cursor=" + first.path("next").asText()))).containsExactly(later);
        edge.clock.advance(Duration.ofHours(1));
        assertThat(ids(page("?limit=1&cursor=" + first.path("next").asText()))).isEmpty();
    }

    @Test
    void tenants_haveListsOfTheirOwn() {
        String own = schedule(Duration.ofDays(1));
        String others = schedule(edge.otherKey, "{\"user\":\"ann\"}", Duration.ofDays(1));
        schedule(edge.otherKey, "{\"user\":\"ann\"}", Duration.ofDays(2));
        assertThat(ids(page(""))).containsExactly(own);
        Reply foreign = edge.call("GET", LIST + "?limit=1", edge.otherKey, null);
        assertThat(ids(foreign.json())).containsExactly(others);
        Reply refused = edge.call("GET", LIST + "?limit=1&cursor=" + foreign.text("next"));
        assertThat(refused.code()).isEqualTo("invalid_cursor");
    }

    @Test
    void cursor_isBoundToItsPeriod() {
        schedule(Duration.ofDays(1));
        schedule(Duration.ofDays(2));
        String next = page("?limit=1").path("next").asText();
        assertThat(edge.call("GET", LIST + "?until=" + in(Duration.ofDays(9)) + "&cursor=" + next)
                        .code())
                .isEqualTo("invalid_cursor");
        assertThat(edge.call("GET", "/v1/users/ann/scheduled?cursor=" + next).code())
                .isEqualTo("invalid_cursor");
    }

    /** The rows read for a page are limited, whatever they are. */
    @Test
    void manyCancelled_endAPageEarly() {
        Instant day = start.plus(Duration.ofDays(1));
        List<Write> writes = new ArrayList<>();
        writes.add(ScheduledDayRow.TABLE.upsert(ScheduledDayRow.of(TestHttpServer.TENANT, day)));
        for (int i = 0; i < 2_500; i++) {
            writes.add(ScheduledByTenantRow.TABLE.upsert(new ScheduledByTenantRow(
                    TestHttpServer.TENANT,
                    Buckets.day(day),
                    0,
                    day,
                    UuidV7.of(start.toEpochMilli(), 0, i + 1),
                    "default",
                    "user",
                    "ann",
                    null,
                    true)));
        }
        edge.service().storage().engine().writeAndWait(Batch.acrossPartitions(writes));
        String last = schedule(Duration.ofDays(2));
        List<List<String>> pages = pages("?limit=10");
        assertThat(pages).hasSizeBetween(3, 4).last().isEqualTo(List.of(last));
        assertThat(pages.subList(0, pages.size() - 1))
                .allSatisfy(page -> assertThat(page).isEmpty());
    }
}
