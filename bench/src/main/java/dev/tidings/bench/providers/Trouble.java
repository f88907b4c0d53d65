package dev.tidings.bench.providers;

import dev.tidings.testkit.deliver.FarSide.Behaviour;
import java.util.Random;

/** A provider on a bad day: 30 in a hundred fail, 10 are taken and never answered, 5 are held for half a minute. */
final class Trouble {
    private final Random random;
    private volatile boolean on;

    Trouble(Random random) {
        this.random = random;
    }

    void set(boolean troubled) {
        on = troubled;
    }

    Behaviour next(String address) {
        if (!on) {
            return Behaviour.ACCEPTS;
        }
        int of100 = random.nextInt(100);
        if (of100 < 30) {
            return Behaviour.FAILS;
        }
        // To the one who waits, one that takes it and never answers and one that holds it look the same.
        return of100 < 45 ? Behaviour.HANGS : Behaviour.ACCEPTS;
    }
}
