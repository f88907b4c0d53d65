package dev.tidings.server.route;

import dev.tidings.core.log.LogRecord;
import java.util.List;

/** What is done with the records of a stage. */
interface StageWork {
    /** Durable when it returns. If it throws, the records come again, whatever of them was done. */
    void handle(List<LogRecord> records);
}
