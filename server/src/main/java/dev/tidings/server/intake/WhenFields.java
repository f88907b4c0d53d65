package dev.tidings.server.intake;

import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The fields that say when something is to be sent, wherever in the API they are given: put in one by one, then read together. */
public final class WhenFields {
    public static final String SEND_AT = "sendAt";
    public static final String SEND_AT_LOCAL = "sendAtLocal";
    public static final String ZONE = "zone";
    public static final String DELAY = "delay";

    public static final String LOCAL_TIME = "a date and time without an offset, such as 2030-12-24T18:00:00";
    public static final String TIME_ZONE = "a time zone such as Europe/Berlin";
    public static final String DURATION = "a duration (ISO 8601) of days and time, such as PT10M or P1DT2H";
    static final String ONE_USER = "a zone beside it, as there are several users; or a request for each of them";
    private static final String ONE = "one of sendAt, sendAtLocal and delay";

    private static final Set<String> TIME_ZONES = Set.copyOf(ZoneId.getAvailableZoneIds());
    /** Stricter than Java, which also takes signs; months and years have no fixed length. */
    private static final Pattern DURATIONS = Pattern.compile(
            "P(?=[0-9T])([0-9]{1,9}D)?(T(?=[0-9])([0-9]{1,9}H)?([0-9]{1,9}M)?([0-9]{1,9}(\\.[0-9]{1,9})?S)?)?");

    private final List<String> ways = new ArrayList<>(3);
    private When when;
    private String zone;
    private boolean zoned;

    /** What to expect of a field, for those who find that it is no text. */
    public static String expected(String field) {
        return switch (field) {
            case SEND_AT -> Rules.TIME;
            case SEND_AT_LOCAL -> LOCAL_TIME;
            case ZONE -> TIME_ZONE;
            default -> DURATION;
        };
    }

    public static boolean isTimeZone(String text) {
        return TIME_ZONES.contains(text);
    }

    /**
     * @param text null if it was no text, which is noted already
     * @param accepted whether it was accepted before: zones may have been renamed since
     */
    public void put(String field, String text, boolean accepted, FieldErrors errors) {
        boolean fine;
        if (field.equals(ZONE)) {
            zoned = true;
            zone = text;
            fine = text == null || accepted || isTimeZone(text);
        } else {
            ways.add(field);
            when = text == null ? null : read(field, text);
            fine = text == null || when != null;
        }
        if (!fine) {
            errors.add("/" + field, text, expected(field));
        }
    }

    private static When read(String field, String text) {
        Optional<When> read = switch (field) {
            case SEND_AT -> Rfc3339.parse(text).map(time -> new When.At(text, time));
            case SEND_AT_LOCAL -> Rfc3339.parseLocal(text).map(time -> new When.Local(text, time, Optional.empty()));
            default -> duration(text).map(delay -> new When.After(text, delay));
        };
        return read.orElse(null);
    }

    /** More than nothing; empty if it is none. */
    public static Optional<Duration> duration(String text) {
        // Nine digits each: far more than anyone may ask for, and nothing that overflows.
        return Optional.of(text)
                .filter(written -> DURATIONS.matcher(written).matches())
                .map(Duration::parse)
                .filter(delay -> !delay.isZero());
    }

    /** After all fields. Null if none of them says when; to be believed only if there are no errors. */
    public When when(FieldErrors errors) {
        for (String another : ways.subList(Math.min(1, ways.size()), ways.size())) {
            errors.add("/" + another, another, "only " + ONE);
        }
        if (zoned && !ways.contains(SEND_AT_LOCAL)) {
            errors.add("/" + ZONE, zone, "no zone unless there is sendAtLocal");
        }
        return when instanceof When.Local local
                ? new When.Local(local.given(), local.time(), Optional.ofNullable(zone))
                : when;
    }

    /** As the other, where one of them has to be given. */
    public When required(FieldErrors errors) {
        if (ways.isEmpty()) {
            errors.add("", null, ONE);
        }
        return when(errors);
    }
}
