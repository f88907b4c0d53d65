package dev.tidings.testkit.log;

import dev.tidings.core.log.Log;
import java.util.HashMap;
import java.util.Map;

/** The log contract on the reference model. */
class ModelLogContractTest extends LogContract.Alone {
    private final Map<String, ModelLog.Disk> disks = new HashMap<>();

    @Override
    protected Log open(String name, Limits limits) {
        return new ModelLog(disks.computeIfAbsent(name, log -> new ModelLog.Disk()), limits, LogBug.NONE);
    }
}
