package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.core.model.Recurrence;
import dev.tidings.server.recurring.InvalidCronException;
import dev.tidings.server.recurring.Occurrences;
import dev.tidings.server.validation.Rfc3339;
import dev.tidings.server.validation.Times;
import dev.tidings.server.validation.ValueRules;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the recurrence of a recurring schedule, by cron or interval, and its policy for missed occurrences from JSON. Writes schedules with
 * their next occurrences as JSON.
 */
final class RecurringFields {
    private static final Set<String> TIME_ZONES = Set.copyOf(ZoneId.getAvailableZoneIds());
    private static final String RULE = "either a cron expression such as 0 9 * * 1-5, or every with an interval";
    private static final String EVERY = "an interval (ISO 8601) in whole seconds from PT1M to P3650D, such as PT15M";
    private static final Duration MAX_INTERVAL = Duration.ofDays(3650);
    private static final int MAX_CRON_LENGTH = 255;
    private static final String MISSED = "one of "
            + Arrays.stream(MissedPolicy.values()).map(MissedPolicy::wire).collect(Collectors.joining(", "));

    private RecurringFields() {}

    /**
     * Valid only if the fields have no errors.
     *
     * @param now the start of an interval without one
     */
    static Optional<Recurrence> recurrence(JsonFields fields, Instant now) {
        Optional<String> cron = fields.text(
                "cron",
                "a cron expression of at most " + MAX_CRON_LENGTH + " characters",
                text -> text.length() <= MAX_CRON_LENGTH);
        Optional<Duration> every =
                fields.text("every", EVERY, text -> interval(text).isPresent()).flatMap(RecurringFields::interval);
        Optional<ZoneId> zone = fields.text("zone", "a time zone such as Europe/Berlin", TIME_ZONES::contains)
                .map(ZoneId::of);
        Optional<Instant> start = time(fields, "start");
        Optional<Instant> end = time(fields, "end");
        boolean two = fields.all().containsKey("cron") && fields.all().containsKey("every");
        boolean none = !fields.all().containsKey("cron") && !fields.all().containsKey("every");
        if (two || none) {
            fields.errors().add(fields.pointer("cron"), two ? "both" : null, RULE);
        }
        if (start.isPresent() && end.isPresent() && !start.get().isBefore(end.get())) {
            fields.errors().add(fields.pointer("end"), end.get().toString(), "a time after start");
            end = Optional.empty();
        }
        if (two || cron.isEmpty() && every.isEmpty()) {
            return Optional.empty();
        }
        Recurrence.Rule rule =
                cron.isPresent() ? new Recurrence.Cron(cron.get().strip()) : new Recurrence.Every(every.get());
        Recurrence when = new Recurrence(rule, zone.orElse(ZoneId.of("UTC")), start, end);
        checkOccurs(fields, cron.isPresent() ? "cron" : "every", when, now);
        return Optional.of(when);
    }

    private static void checkOccurs(JsonFields fields, String name, Recurrence when, Instant now) {
        String given = String.valueOf(fields.all().get(name));
        try {
            Instant from = when.start().orElse(now).minusMillis(1);
            if (new Occurrences(when, now).after(from).isEmpty()) {
                fields.errors()
                        .add(fields.pointer(name), given, "a rule with at least one occurrence between start and end");
            }
        } catch (InvalidCronException bad) {
            fields.errors().add(fields.pointer(name), given, bad.getMessage());
        }
    }

    private static Optional<Duration> interval(String text) {
        try {
            Duration interval = Duration.parse(text);
            boolean valid = interval.compareTo(Recurrence.Every.MIN_INTERVAL) >= 0
                    && interval.compareTo(MAX_INTERVAL) <= 0
                    && interval.getNano() == 0;
            return valid ? Optional.of(interval) : Optional.empty();
        } catch (DateTimeParseException | ArithmeticException no) {
            return Optional.empty();
        }
    }

    /** Truncated to milliseconds, as it is stored. */
    private static Optional<Instant> time(JsonFields fields, String name) {
        return fields.text(name, ValueRules.TIME, text -> isStorable(Rfc3339.parse(text)))
                .flatMap(Rfc3339::parse)
                .map(time -> time.truncatedTo(ChronoUnit.MILLIS));
    }

    /** UUIDv7 ids can't hold times before 1970. */
    private static boolean isStorable(Optional<Instant> time) {
        return time.isPresent() && time.get().atOffset(ZoneOffset.UTC).getYear() >= 1970;
    }

    static MissedPolicy missed(JsonFields fields) {
        return fields.text("missed", MISSED, text -> MissedPolicy.ofWire(text).isPresent())
                .flatMap(MissedPolicy::ofWire)
                .orElse(MissedPolicy.SKIP);
    }

    static void write(JsonGenerator json, RecurringSchedule schedule, List<Instant> next) throws IOException {
        Recurrence when = schedule.recurrence();
        json.writeStartObject();
        json.writeStringField("name", schedule.name());
        boolean cron = when.rule() instanceof Recurrence.Cron;
        json.writeStringField("cron", cron ? ((Recurrence.Cron) when.rule()).expression() : null);
        json.writeStringField(
                "every",
                cron ? null : ((Recurrence.Every) when.rule()).interval().toString());
        json.writeStringField("zone", when.zone().getId());
        Json.time(json, "start", when.start());
        Json.time(json, "end", when.end());
        json.writeStringField("missed", schedule.missed().wire());
        json.writeBooleanField("paused", schedule.paused());
        Json.time(json, "createdAt", schedule.createdAt());
        json.writeArrayFieldStart("next");
        for (Instant time : next) {
            json.writeString(Times.text(time));
        }
        json.writeEndArray();
        Json.raw(json, "notification", schedule.request());
        json.writeEndObject();
    }
}
