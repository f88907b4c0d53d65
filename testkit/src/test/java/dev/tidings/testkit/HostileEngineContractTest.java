package dev.tidings.testkit;

import dev.tidings.testkit.hostile.HostileEngine;
import dev.tidings.testkit.hostile.HostileFaults;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Schema;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/** The engine contract on a hostile engine that is slow and applies batches in parts: it breaks nothing that the contract promises. */
class HostileEngineContractTest extends EngineContract {
    private static final HostileFaults SLOW =
            new HostileFaults(Duration.ofNanos(200_000), 0, 0, Duration.ZERO, Duration.ZERO);

    private final Map<String, Map<String, TableModel<?>>> stores = new HashMap<>();

    @Override
    protected Engine open(Schema schema, InstantSource clock) {
        ModelEngine model =
                new ModelEngine(schema, clock, stores.computeIfAbsent(schema.name(), name -> new HashMap<>()));
        return new HostileEngine(model, model::nextTime, SLOW, 1);
    }

    @Override
    protected int races() {
        return 20;
    }

    @Override
    protected int histories() {
        return 3;
    }
}
