package dev.tidings.server.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.validation.FieldError;
import dev.tidings.server.validation.FieldErrors;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of resolving send times to instants. */
class SendTimeResolverTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00.0000005Z");
    private static final Target ANN = new Target.User("ann");

    private final Map<UserKey, Optional<String>> zones = Map.of(
            new UserKey("acme", "ann"), Optional.of("America/New_York"),
            new UserKey("acme", "bob"), Optional.empty(),
            new UserKey("globex", "eve"), Optional.of("Europe/Berlin"));
    private final SendTimeResolver sendTimeResolver = new SendTimeResolver(this::profile, InstantSource.fixed(NOW));

    private CompletableFuture<Optional<UserProfile>> profile(UserKey user) {
        return CompletableFuture.completedFuture(Optional.ofNullable(zones.get(user))
                .map(zone -> new UserProfile(
                        user.user(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        zone,
                        NOW,
                        NOW)));
    }

    private ResolvedSendTime resolve(Target target, String field, String text, String zone) {
        SendTimeFields fields = new SendTimeFields();
        FieldErrors errors = new FieldErrors();
        fields.put(field, text, false, errors);
        if (zone != null) {
            fields.put("zone", zone, false, errors);
        }
        SendTime sendTime = fields.required(errors);
        errors.throwIfAny();
        return sendTimeResolver.resolve("acme", target, sendTime).join();
    }

    private static ResolvedSendTime due(String time) {
        return new ResolvedSendTime.Due(Instant.parse(time));
    }

    private static String expected(ResolvedSendTime resolved) {
        return ((ResolvedSendTime.Refused) resolved).error().expected();
    }

    @ParameterizedTest
    @CsvSource({
        // Ordinary days in winter and summer.
        "2027-01-15T09:30:00, Europe/Berlin, 2027-01-15T08:30:00Z",
        "2027-07-15T09:30:00, Europe/Berlin, 2027-07-15T07:30:00Z",
        "2027-07-15T09:30:00, UTC, 2027-07-15T09:30:00Z",
        "2027-07-15T09:30:00, Asia/Kathmandu, 2027-07-15T03:45:00Z",
        // The last instant before clocks are set forward, and the first after.
        "2027-03-28T01:59:59.999, Europe/Berlin, 2027-03-28T00:59:59.999Z",
        "2027-03-28T03:00:00, Europe/Berlin, 2027-03-28T01:00:00Z",
        "2027-03-14T01:59:59, America/New_York, 2027-03-14T06:59:59Z",
        "2027-03-14T03:00:00, America/New_York, 2027-03-14T07:00:00Z",
        "2027-10-03T01:59:59, Australia/Lord_Howe, 2027-10-02T15:29:59Z",
        "2027-10-03T02:30:00, Australia/Lord_Howe, 2027-10-02T15:30:00Z",
        // In an overlap, the first of the two instants.
        "2027-10-31T02:00:00, Europe/Berlin, 2027-10-31T00:00:00Z",
        "2027-10-31T02:59:59, Europe/Berlin, 2027-10-31T00:59:59Z",
        "2027-10-31T03:00:00, Europe/Berlin, 2027-10-31T02:00:00Z",
        "2027-11-07T01:30:00, America/New_York, 2027-11-07T05:30:00Z",
        "2027-11-07T02:00:00, America/New_York, 2027-11-07T07:00:00Z",
        "2027-04-04T01:29:59, Australia/Lord_Howe, 2027-04-03T14:29:59Z",
        "2027-04-04T01:45:00, Australia/Lord_Howe, 2027-04-03T14:45:00Z",
        "2027-04-04T02:00:00, Australia/Lord_Howe, 2027-04-03T15:30:00Z"
    })
    void localTime_isResolved(String local, String zone, String instant) {
        assertThat(resolve(ANN, "sendAtLocal", local, zone)).isEqualTo(due(instant));
    }

    @ParameterizedTest
    @CsvSource({
        "2027-03-28T02:00:00, Europe/Berlin, 2027-03-28T03:00:00",
        "2027-03-28T02:59:59.999, Europe/Berlin, 2027-03-28T03:00:00",
        "2027-03-14T02:30:00, America/New_York, 2027-03-14T03:00:00",
        "2027-10-03T02:00:00, Australia/Lord_Howe, 2027-10-03T02:30:00",
        "2027-10-03T02:29:59, Australia/Lord_Howe, 2027-10-03T02:30:00"
    })
    void localTimeInAGap_isRefused(String local, String zone, String next) {
        assertThat(resolve(ANN, "sendAtLocal", local, zone))
                .isEqualTo(new ResolvedSendTime.Refused(new FieldError(
                        "/sendAtLocal",
                        local,
                        "a time that exists in " + zone + ": clocks are set forward then; the next existing time is "
                                + next)));
    }

    @Test
    void missingZone_isThatOfTheUser() {
        assertThat(resolve(ANN, "sendAtLocal", "2026-12-24T18:00:00", null)).isEqualTo(due("2026-12-24T23:00:00Z"));
    }

    @Test
    void userWithoutAZone_requiresOne() {
        for (String user : List.of("bob", "nobody", "eve")) {
            assertThat(expected(resolve(new Target.User(user), "sendAtLocal", "2026-12-24T18:00:00", null)))
                    .contains("no time zone is known of the user " + user);
        }
        Target several = new Target.Users(List.of("ann"));
        assertThat(expected(resolve(several, "sendAtLocal", "2026-12-24T18:00:00", null)))
                .isEqualTo(SendTimeFields.ONE_USER);
        assertThat(resolve(several, "sendAtLocal", "2026-12-24T18:00:00", "UTC"))
                .isEqualTo(due("2026-12-24T18:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-15T12:00:00.0000005Z", "2026-11-15T12:00:00Z", "0000-01-01T00:00:00Z"})
    void timeNotInTheFuture_isRefused(String time) {
        assertThat(resolve(ANN, "sendAt", time, null))
                .isEqualTo(new ResolvedSendTime.Refused(new FieldError("/sendAt", time, "a time in the future")));
    }

    @Test
    void fractionsOfAMillisecond_areRoundedUp() {
        assertThat(resolve(ANN, "sendAt", "2026-11-15T12:00:00.000000501Z", null))
                .isEqualTo(due("2026-11-15T12:00:00.001Z"));
        assertThat(resolve(ANN, "sendAt", "2026-11-15T12:00:00.001Z", null)).isEqualTo(due("2026-11-15T12:00:00.001Z"));
        assertThat(resolve(ANN, "delay", "PT0.000000001S", null)).isEqualTo(due("2026-11-15T12:00:00.001Z"));
        assertThat(resolve(ANN, "delay", "PT10M", null)).isEqualTo(due("2026-11-15T12:10:00.001Z"));
    }

    @Test
    void timeBeyondTenYears_isRefused() {
        Instant latest = Instant.parse("2026-11-15T12:00:00Z").plus(Duration.ofDays(3_653));
        assertThat(resolve(ANN, "sendAt", latest.toString(), null)).isEqualTo(new ResolvedSendTime.Due(latest));
        assertThat(resolve(ANN, "delay", "P3653D", null)).isEqualTo(new ResolvedSendTime.Due(latest.plusMillis(1)));
        String expected = "at most 3653 days ahead, until " + latest;
        for (String time : List.of(latest.plusMillis(1).toString(), "9999-12-31T23:59:59.999999999-18:00")) {
            assertThat(expected(resolve(ANN, "sendAt", time, null))).isEqualTo(expected);
        }
        for (String delay : List.of("P3653DT0.000000001S", "P999999999DT999999999H999999999M999999999.999999999S")) {
            assertThat(expected(resolve(ANN, "delay", delay, null))).isEqualTo(expected);
        }
        assertThat(expected(resolve(ANN, "sendAtLocal", "9999-12-31T23:59:59", "Europe/Berlin")))
                .isEqualTo(expected);
    }
}
