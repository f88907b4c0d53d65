package dev.tidings.server.intake;

import static java.time.format.DateTimeFormatter.ISO_LOCAL_DATE_TIME;

import dev.tidings.core.meta.UserProfile;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UserKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Resolves send times to instants. This happens once, when the request is accepted: a user who later moves to another zone, or a change of
 * time zone rules, does not move a scheduled notification.
 */
public final class Whens {
    /** Ten years, including leap days. */
    public static final Duration HORIZON = Duration.ofDays(3_653);

    private static final Duration MILLI = Duration.ofMillis(1);

    private final Profiles profiles;
    private final InstantSource clock;

    public Whens(Profiles profiles, InstantSource clock) {
        this.profiles = profiles;
        this.clock = clock;
    }

    /** Never blocks. */
    public CompletableFuture<Resolved> resolve(String tenant, Target target, When when) {
        if (!(when instanceof When.Local local)) {
            return CompletableFuture.completedFuture(
                    when instanceof When.At at ? at(at, at.time()) : after((When.After) when));
        }
        if (local.zone().isPresent()) {
            return CompletableFuture.completedFuture(local(local, local.zone().get(), WhenFields.ZONE));
        }
        if (!(target instanceof Target.User one)) {
            return CompletableFuture.completedFuture(refused(when, WhenFields.ONE_USER));
        }
        return profiles.find(new UserKey(tenant, one.user()))
                .thenApply(profile -> ofUser(local, one.user(), profile.flatMap(UserProfile::timeZone)));
    }

    private Resolved ofUser(When.Local local, String user, Optional<String> zone) {
        return zone.map(known -> local(local, known, WhenFields.SEND_AT_LOCAL))
                .orElseGet(() -> refused(
                        local,
                        "a zone as well, as no time zone is known of the user " + user
                                + "; or set it with PUT /v1/users/{user}"));
    }

    /** @param zoneField the field to report if the zone no longer exists */
    private Resolved local(When.Local local, String zone, String zoneField) {
        if (!WhenFields.isTimeZone(zone)) {
            return new Resolved.Refused(new FieldError("/" + zoneField, zone, WhenFields.TIME_ZONE));
        }
        ZoneRules rules = ZoneId.of(zone).getRules();
        LocalDateTime time = local.time();
        List<ZoneOffset> offsets = rules.getValidOffsets(time);
        if (offsets.isEmpty()) {
            ZoneOffsetTransition gap = rules.getTransition(time);
            return refused(
                    local,
                    "a time that exists in " + zone + ": clocks are set forward then; the next existing time is "
                            + ISO_LOCAL_DATE_TIME.format(gap.getDateTimeAfter()));
        }
        // When clocks are set back a local time occurs twice. The first is taken: early rather than late.
        return at(local, time.toInstant(offsets.get(0)));
    }

    private Resolved at(When when, Instant time) {
        Instant now = clock.instant();
        if (!time.isAfter(now)) {
            return refused(when, "a time in the future");
        }
        Instant latest = now.plus(HORIZON).truncatedTo(ChronoUnit.MILLIS);
        return time.isAfter(latest) ? tooFar(when, latest) : new Resolved.Due(wholeMillis(time));
    }

    private Resolved after(When.After after) {
        Instant now = clock.instant();
        // Compared before it is added: the sum could overflow.
        return after.delay().compareTo(HORIZON) > 0
                ? tooFar(after, now.plus(HORIZON).truncatedTo(ChronoUnit.MILLIS))
                : new Resolved.Due(wholeMillis(now.plus(after.delay())));
    }

    private static Resolved tooFar(When when, Instant latest) {
        return refused(when, "at most " + HORIZON.toDays() + " days ahead, until " + latest);
    }

    private static Resolved refused(When when, String expected) {
        return new Resolved.Refused(new FieldError("/" + when.field(), when.given(), expected));
    }

    /** Rounded up: never before the requested time, and so never before now. */
    private static Instant wholeMillis(Instant time) {
        Instant whole = time.truncatedTo(ChronoUnit.MILLIS);
        return whole.equals(time) ? whole : whole.plus(MILLI);
    }
}
