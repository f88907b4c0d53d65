package dev.tidings.server.log;

import dev.tidings.core.deliver.Message;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * What travels in the lane of a channel that leaves the house: one notification on its way to one user, wherever the channel reaches
 * them.
 *
 * @param position the notification's place in time
 * @param expiresAt null if it keeps
 * @param message what it says, rendered for the user
 * @param places those of the user's addresses that are left to be tried, by id; empty for all there are when it is delivered
 * @param sent whether another address has it already
 * @param attempt 1 for the first
 * @param round 0, and one more for each replay by hand
 * @param turnWith the provider with whom its turn has been waited for; null if with none
 * @param repeated whether the same attempt may have been made before
 */
public record Outgoing(
        UserKey user,
        UUID notification,
        UUID position,
        String type,
        Priority priority,
        Channel channel,
        Instant expiresAt,
        Message message,
        List<String> places,
        boolean sent,
        int attempt,
        int round,
        String turnWith,
        boolean repeated) {
    public Outgoing {
        places = List.copyOf(places);
    }

    /** As it leaves routing. */
    public static Outgoing first(
            UserKey user,
            UUID notification,
            UUID position,
            String type,
            Priority priority,
            Channel channel,
            Instant expiresAt,
            Message message,
            boolean repeated) {
        return new Outgoing(
                user,
                notification,
                position,
                type,
                priority,
                channel,
                expiresAt,
                message,
                List.of(),
                false,
                1,
                0,
                null,
                repeated);
    }

    /** When the notification was accepted, which its id tells. */
    public Instant createdAt() {
        return UuidV7.time(notification);
    }

    public boolean expiredBy(Instant now) {
        return expiresAt != null && !expiresAt.isAfter(now);
    }

    /** The next attempt, at the addresses that are left. */
    public Outgoing next(List<String> left, boolean sentElsewhere) {
        return with(left, sentElsewhere, attempt + 1, round, null, false);
    }

    /**
     * The same attempt later, since nothing has been tried yet. Marked: whoever puts it off may die before that is noted, and the
     * attempt may be made meanwhile.
     */
    public Outgoing later(List<String> left, boolean sentElsewhere, String turn) {
        return with(left, sentElsewhere, attempt, round, turn, true);
    }

    /** The same attempt, in case nobody noted what came of it. */
    public Outgoing again() {
        return with(places, sent, attempt, round, turnWith, true);
    }

    /** All of it from the start, by hand; perhaps not for the first time. */
    public Outgoing replayed(int inRound) {
        return with(List.of(), false, 1, inRound, null, true);
    }

    private Outgoing with(
            List<String> left,
            boolean sentElsewhere,
            int inAttempt,
            int inRound,
            String turn,
            boolean perhapsRepeated) {
        return new Outgoing(
                user,
                notification,
                position,
                type,
                priority,
                channel,
                expiresAt,
                message,
                left,
                sentElsewhere,
                inAttempt,
                inRound,
                turn,
                perhapsRepeated);
    }
}
