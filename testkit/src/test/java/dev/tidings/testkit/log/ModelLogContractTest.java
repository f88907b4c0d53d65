package dev.tidings.testkit.log;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The suite can be passed. */
class ModelLogContractTest extends LogContract {
    private final Map<String, List<LogEntry>> disks = new HashMap<>();

    @Override
    protected Log open(String name, Limits limits) {
        return new ModelLog(disks.computeIfAbsent(name, log -> new ArrayList<>()), limits, Mistake.NONE);
    }
}
