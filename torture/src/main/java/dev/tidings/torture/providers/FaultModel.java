package dev.tidings.torture.providers;

import dev.tidings.testkit.delivery.ProviderSimulator.Behaviour;
import java.util.Random;

/**
 * Chooses the behaviour of a provider simulator for each call: while enabled, 30 % of calls fail and 15 % hang; otherwise all are
 * accepted.
 */
final class FaultModel {
    private final Random random;
    private volatile boolean on;

    FaultModel(Random random) {
        this.random = random;
    }

    void enable(boolean troubled) {
        on = troubled;
    }

    Behaviour next(String address) {
        if (!on) {
            return Behaviour.ACCEPTS;
        }
        int percent = random.nextInt(100);
        if (percent < 30) {
            return Behaviour.FAILS;
        }
        // To the caller, a provider that accepts without answering and one that delays its answer look the same.
        return percent < 45 ? Behaviour.HANGS : Behaviour.ACCEPTS;
    }
}
