package dev.tidings.server;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.Stage;
import dev.tidings.testkit.log.ForwardingLog;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/** A log that hands out no record of some stages: what is appended to them waits for the next start. */
final class PausedLog extends ForwardingLog {
    private final Log held;
    private final Set<Stage> paused;

    PausedLog(Log real, Set<Stage> paused) {
        super(real);
        this.held = new HeldLog(real, new CountDownLatch(1));
        this.paused = paused;
    }

    @Override
    public List<LogConsumer> consumers(Stage stage, int count) {
        return paused.contains(stage) ? held.consumers(stage, count) : super.consumers(stage, count);
    }
}
