package dev.tidings.server.intake;

import static java.time.format.DateTimeFormatter.ISO_LOCAL_DATE_TIME;

import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.validation.FieldError;
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
import java.util.function.Function;

/**
 * Resolves a requested {@link SendTime} to an instant, or refuses it if it is past, does not exist or is too far ahead. This happens once,
 * at acceptance: a later change of the user's time zone does not move a scheduled notification.
 */
public final class SendTimeResolver {
    /** Ten years, including leap days. */
    public static final Duration HORIZON = Duration.ofDays(3_653);

    private static final Duration MILLI = Duration.ofMillis(1);

    private final Function<UserKey, CompletableFuture<Optional<UserProfile>>> profiles;
    private final InstantSource clock;

    /** @param profiles looks up the profile of a user without blocking */
    public SendTimeResolver(Function<UserKey, CompletableFuture<Optional<UserProfile>>> profiles, InstantSource clock) {
        this.profiles = profiles;
        this.clock = clock;
    }

    /** Never blocks. */
    public CompletableFuture<ResolvedSendTime> resolve(String tenant, Target target, SendTime sendTime) {
        if (!(sendTime instanceof SendTime.Local local)) {
            return CompletableFuture.completedFuture(
                    sendTime instanceof SendTime.At at ? at(at, at.time()) : after((SendTime.After) sendTime));
        }
        if (local.zone().isPresent()) {
            return CompletableFuture.completedFuture(local(local, local.zone().get(), SendTimeFields.ZONE));
        }
        if (!(target instanceof Target.User one)) {
            return CompletableFuture.completedFuture(refused(sendTime, SendTimeFields.ONE_USER));
        }
        return profiles.apply(new UserKey(tenant, one.user()))
                .thenApply(profile -> ofUser(local, one.user(), profile.flatMap(UserProfile::timeZone)));
    }

    private ResolvedSendTime ofUser(SendTime.Local local, String user, Optional<String> zone) {
        return zone.map(known -> local(local, known, SendTimeFields.SEND_AT_LOCAL))
                .orElseGet(() -> refused(
                        local,
                        "a zone as well, as no time zone is known of the user " + user
                                + "; or set it with PUT /v1/users/{user}"));
    }

    /** @param zoneField the field to report if the zone no longer exists */
    private ResolvedSendTime local(SendTime.Local local, String zone, String zoneField) {
        if (!SendTimeFields.isTimeZone(zone)) {
            return new ResolvedSendTime.Refused(new FieldError("/" + zoneField, zone, SendTimeFields.TIME_ZONE));
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

    private ResolvedSendTime at(SendTime sendTime, Instant time) {
        Instant now = clock.instant();
        if (!time.isAfter(now)) {
            return refused(sendTime, "a time in the future");
        }
        Instant latest = now.plus(HORIZON).truncatedTo(ChronoUnit.MILLIS);
        return time.isAfter(latest) ? tooFar(sendTime, latest) : new ResolvedSendTime.Due(wholeMillis(time));
    }

    private ResolvedSendTime after(SendTime.After after) {
        Instant now = clock.instant();
        // Compared before it is added: the sum could overflow.
        return after.delay().compareTo(HORIZON) > 0
                ? tooFar(after, now.plus(HORIZON).truncatedTo(ChronoUnit.MILLIS))
                : new ResolvedSendTime.Due(wholeMillis(now.plus(after.delay())));
    }

    private static ResolvedSendTime tooFar(SendTime sendTime, Instant latest) {
        return refused(sendTime, "at most " + HORIZON.toDays() + " days ahead, until " + latest);
    }

    private static ResolvedSendTime refused(SendTime sendTime, String expected) {
        return new ResolvedSendTime.Refused(new FieldError("/" + sendTime.field(), sendTime.given(), expected));
    }

    /** Rounded up: never before the requested time, and so never before now. */
    private static Instant wholeMillis(Instant time) {
        Instant whole = time.truncatedTo(ChronoUnit.MILLIS);
        return whole.equals(time) ? whole : whole.plus(MILLI);
    }
}
