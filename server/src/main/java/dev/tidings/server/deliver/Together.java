package dev.tidings.server.deliver;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The effects of a handful. Providers may answer at once, so that the first of a handful is done before the last has started: until
 * then they are only gathered, or the first would be written alone, and all the others would wait for it.
 */
final class Together {
    private final Effects effects;
    /** Null once all have started. */
    private List<Effects.Effect> gathered = new ArrayList<>();

    Together(Effects effects) {
        this.effects = effects;
    }

    /** Durable when it completes, which is not before all have started. */
    CompletableFuture<Void> write(Effects.Effect effect) {
        if (effect.isNothing()) {
            return CompletableFuture.completedFuture(null);
        }
        synchronized (this) {
            if (gathered != null) {
                gathered.add(effect);
                return effect.durable();
            }
        }
        return effects.write(effect);
    }

    /** To be called in any case, or what was gathered is never written. */
    void allStarted() {
        List<Effects.Effect> all;
        synchronized (this) {
            all = gathered;
            gathered = null;
        }
        effects.write(all);
    }
}
