package dev.tidings.testkit.log;

import dev.tidings.core.log.Log;
import dev.tidings.testkit.hostile.HostileLog;
import dev.tidings.testkit.hostile.HostileLogFaults;
import java.util.HashMap;
import java.util.Map;

/** The shared half of the log contract on a hostile log whose partitions move: it breaks nothing that a shared log promises. */
class HostileLogContractTest extends LogContract.Shared {
    private static final HostileLogFaults MOVING =
            HostileLogFaults.NONE.withFormerFirst(0.5).withUnmarked(0.5).withUnnoticed(0.5);

    private final Map<String, ModelLog.Disk> disks = new HashMap<>();

    @Override
    protected Log open(String name, Limits limits) {
        ModelLog model = new ModelLog(disks.computeIfAbsent(name, log -> new ModelLog.Disk()), limits, LogBug.NONE);
        return new HostileLog(model, MOVING, 1);
    }
}
