package dev.tidings.testkit.log;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import java.time.Duration;
import java.util.List;

/** A consumer that delegates to a real one; tests override methods. */
public abstract class ForwardingConsumer implements LogConsumer {
    private final LogConsumer real;

    protected ForwardingConsumer(LogConsumer real) {
        this.real = real;
    }

    @Override
    public List<LogRecord> poll(int max, Duration wait) throws InterruptedException {
        return real.poll(max, wait);
    }

    @Override
    public void wakeUp() {
        real.wakeUp();
    }

    @Override
    public List<LogRecord> done() {
        return real.done();
    }

    @Override
    public void redeliver() {
        real.redeliver();
    }

    @Override
    public void park(LogRecord record) {
        real.park(record);
    }
}
