package dev.tidings.server.log;

import dev.tidings.core.model.Priority;
import java.util.List;
import java.util.function.Consumer;

/** All that one tenant has on a desk, lane by lane. The most urgent of its lanes is where it stands in line. Guarded by the desk's lock. */
final class TenantLanes {
    /** Stands in no line, as it has nothing. */
    static final int NOWHERE = -1;

    final String name;
    /** The lane in whose line it stands; {@link Turns} keeps it up to date. */
    int standing = NOWHERE;

    private final TenantTurns[] lanes = new TenantTurns[Priority.values().length];

    TenantLanes(String name, HotBytes hot) {
        this.name = name;
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = new TenantTurns(hot);
        }
    }

    TenantTurns lane(Priority priority) {
        return lanes[priority.ordinal()];
    }

    /** The first lane with something in it. The declaration has the most urgent priority first. */
    int mostUrgent() {
        for (int i = 0; i < lanes.length; i++) {
            if (!lanes[i].isEmpty()) {
                return i;
            }
        }
        return NOWHERE;
    }

    /** Takes some of the lane it stands in line for, and says how many. */
    int take(int most, List<Slot> into) {
        return lanes[standing].take(most, into);
    }

    void forEach(Consumer<TenantQueue> each) {
        for (TenantTurns lane : lanes) {
            lane.forEach(each);
        }
    }
}
