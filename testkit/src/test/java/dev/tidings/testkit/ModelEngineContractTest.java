package dev.tidings.testkit;

import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Schema;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/** The engine contract on the reference model. */
class ModelEngineContractTest extends EngineContract {
    private final Map<String, Map<String, TableModel<?>>> stores = new HashMap<>();

    @Override
    protected Engine open(Schema schema, InstantSource clock) {
        return new ModelEngine(schema, clock, stores.computeIfAbsent(schema.name(), name -> new HashMap<>()));
    }
}
