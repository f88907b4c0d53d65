package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests of the type's default expiry, which a request may override. */
class TypeExpiryTest {
    private static final String TYPES = "/v1/types/";
    private static TestHttpServer edge;

    @BeforeAll
    static void start() {
        edge = new TestHttpServer();
        Reply created = edge.call("PUT", TYPES + "code", "{\"expiresAfter\":\"PT15M\",\"repeatable\":false}");
        assertThat(created.status()).as("%s", created).isEqualTo(200);
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    private static String send(String fields) {
        Reply reply = edge.call(
                "POST",
                "/v1/notifications",
                "{\"type\":\"code\",\"to\":{\"user\":\"u\"},\"title\":\"t\"" + fields + "}");
        assertThat(reply.status()).as("%s", reply).isEqualTo(202);
        return reply.text("id");
    }

    private static String expiresAt(String id) {
        edge.drain();
        return edge.call("GET", "/v1/notifications/" + id).text("expiresAt");
    }

    private static String in(Duration time) {
        return edge.clock.instant().plus(time).toString();
    }

    private static Reply reschedule(String id, String delay) {
        return edge.call("POST", "/v1/notifications/" + id + "/reschedule", "{\"delay\":\"" + delay + "\"}");
    }

    @Test
    void type_returnsItsExpiry() {
        JsonNode type = edge.call("GET", TYPES + "code").json();
        assertThat(type.path("expiresAfter").asText()).isEqualTo("PT15M");
        assertThat(type.path("repeatable").asBoolean()).isFalse();
        JsonNode usual = edge.call("PUT", TYPES + "usual", "{}").json();
        assertThat(usual.path("expiresAfter").isNull()).isTrue();
        assertThat(usual.path("repeatable").asBoolean()).isTrue();
    }

    @Test
    void immediateNotification_expiresFromNow() {
        assertThat(expiresAt(send(""))).isEqualTo(in(Duration.ofMinutes(15)));
    }

    @Test
    void explicitExpiry_takesPrecedence() {
        assertThat(expiresAt(send(",\"expiresAt\":\"" + in(Duration.ofDays(1)) + "\"")))
                .isEqualTo(in(Duration.ofDays(1)));
    }

    @Test
    void scheduledNotification_expiresFromItsSendTime() {
        assertThat(expiresAt(send(",\"delay\":\"PT2H\""))).isEqualTo(in(Duration.ofMinutes(135)));
    }

    @Test
    void rescheduledNotification_expiresLater() {
        String id = send(",\"delay\":\"PT2H\"");
        Reply moved = reschedule(id, "PT5H");
        assertThat(moved.status()).as("%s", moved).isEqualTo(200);
        assertThat(expiresAt(id)).isEqualTo(in(Duration.ofMinutes(315)));
        assertThat(reschedule(id, "PT1H").status()).isEqualTo(200);
        assertThat(expiresAt(id)).isEqualTo(in(Duration.ofMinutes(75)));
    }

    @Test
    void explicitExpiry_limitsTheReschedule() {
        String expires = in(Duration.ofHours(3));
        String id = send(",\"delay\":\"PT2H\",\"expiresAt\":\"" + expires + "\"");
        assertThat(reschedule(id, "PT4H").status()).isEqualTo(422);
        assertThat(reschedule(id, "PT1H").status()).isEqualTo(200);
        assertThat(expiresAt(id)).isEqualTo(expires);
    }

    @Test
    void batchLinesAndOccurrences_expire() {
        Reply lines = edge.batch("{\"type\":\"code\",\"to\":{\"user\":\"u\"},\"title\":\"t\"}\n"
                + "{\"type\":\"code\",\"to\":{\"users\":[\"u\",\"v\"]},\"title\":\"t\",\"delay\":\"PT1H\"}");
        List<String> ids = new ArrayList<>();
        lines.lines().forEach(line -> ids.add(line.path("id").asText()));
        assertThat(expiresAt(ids.get(0))).isEqualTo(in(Duration.ofMinutes(15)));
        assertThat(expiresAt(ids.get(1))).isEqualTo(in(Duration.ofMinutes(75)));
        edge.call(
                "PUT",
                "/v1/recurring/codes",
                "{\"every\":\"PT1M\",\"notification\":{\"type\":\"code\",\"to\":{\"user\":\"w\"},\"title\":\"t\"}}");
        JsonNode next =
                edge.call("GET", "/v1/users/w/scheduled").json().path("items").path(0);
        assertThat(next.isMissingNode()).isFalse();
        Instant due = Instant.parse(next.path("sendAt").asText());
        assertThat(expiresAt(next.path("id").asText()))
                .isEqualTo(due.plus(Duration.ofMinutes(15)).toString());
    }
}
