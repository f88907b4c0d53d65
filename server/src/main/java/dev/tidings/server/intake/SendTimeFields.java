package dev.tidings.server.intake;

import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.Rfc3339;
import dev.tidings.server.validation.ValueRules;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parses the fields sendAt, sendAtLocal, zone and delay of a request into a {@link SendTime}. The caller passes them one by one;
 * {@link #sendTime} then validates them together. Also has the rules for time zones and durations of the whole API.
 */
public final class SendTimeFields {
    public static final String SEND_AT = "sendAt";
    public static final String SEND_AT_LOCAL = "sendAtLocal";
    public static final String ZONE = "zone";
    public static final String DELAY = "delay";

    public static final String LOCAL_TIME = "a date and time without an offset, such as 2030-12-24T18:00:00";
    public static final String TIME_ZONE = "a time zone such as Europe/Berlin";
    public static final String DURATION = "a duration (ISO 8601) of days and time, such as PT10M or P1DT2H";
    static final String ONE_USER = "a zone as well, as there are several users; or one request per user";
    private static final String ONE = "one of sendAt, sendAtLocal and delay";

    private static final Set<String> TIME_ZONES = Set.copyOf(ZoneId.getAvailableZoneIds());
    /** Stricter than Java, which also accepts signs; months and years have no fixed length. */
    private static final Pattern DURATIONS = Pattern.compile(
            "P(?=[0-9T])([0-9]{1,9}D)?(T(?=[0-9])([0-9]{1,9}H)?([0-9]{1,9}M)?([0-9]{1,9}(\\.[0-9]{1,9})?S)?)?");

    private final List<String> given = new ArrayList<>(3);
    private SendTime sendTime;
    private String zone;
    private boolean hasZone;

    /** The expected value of a field, for callers that find it is no text. */
    public static String expected(String field) {
        return switch (field) {
            case SEND_AT -> ValueRules.TIME;
            case SEND_AT_LOCAL -> LOCAL_TIME;
            case ZONE -> TIME_ZONE;
            default -> DURATION;
        };
    }

    public static boolean isTimeZone(String text) {
        return TIME_ZONES.contains(text);
    }

    /**
     * @param text null if it was no text, which is already reported
     * @param accepted whether it was accepted earlier: zones may have been renamed since
     */
    public void put(String field, String text, boolean accepted, FieldErrors errors) {
        boolean fine;
        if (field.equals(ZONE)) {
            hasZone = true;
            zone = text;
            fine = text == null || accepted || isTimeZone(text);
        } else {
            given.add(field);
            sendTime = text == null ? null : read(field, text);
            fine = text == null || sendTime != null;
        }
        if (!fine) {
            errors.add("/" + field, text, expected(field));
        }
    }

    private static SendTime read(String field, String text) {
        Optional<SendTime> read = switch (field) {
            case SEND_AT -> Rfc3339.parse(text).map(time -> new SendTime.At(text, time));
            case SEND_AT_LOCAL ->
                Rfc3339.parseLocal(text).map(time -> new SendTime.Local(text, time, Optional.empty()));
            default -> duration(text).map(delay -> new SendTime.After(text, delay));
        };
        return read.orElse(null);
    }

    /** A positive duration; empty if it is invalid. */
    public static Optional<Duration> duration(String text) {
        // Nine digits each: far beyond any limit, without overflow.
        return Optional.of(text)
                .filter(written -> DURATIONS.matcher(written).matches())
                .map(Duration::parse)
                .filter(delay -> !delay.isZero());
    }

    /** Call after all fields. Null if none was given; valid only if there are no errors. */
    public SendTime sendTime(FieldErrors errors) {
        for (String another : given.subList(Math.min(1, given.size()), given.size())) {
            errors.add("/" + another, another, "only " + ONE);
        }
        if (hasZone && !given.contains(SEND_AT_LOCAL)) {
            errors.add("/" + ZONE, zone, "no zone unless there is sendAtLocal");
        }
        return sendTime instanceof SendTime.Local local
                ? new SendTime.Local(local.given(), local.time(), Optional.ofNullable(zone))
                : sendTime;
    }

    /** As {@link #sendTime}, but one of the fields is required. */
    public SendTime required(FieldErrors errors) {
        if (given.isEmpty()) {
            errors.add("", null, ONE);
        }
        return sendTime(errors);
    }
}
