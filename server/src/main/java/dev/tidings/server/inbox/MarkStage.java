package dev.tidings.server.inbox;

import dev.tidings.core.log.LogRecord;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.pipeline.MarkRecord;
import dev.tidings.server.pipeline.StageProcessor;
import java.util.List;

/** The mark stage: writes marks again whose outcome was unknown, until it is known. */
final class MarkStage implements StageProcessor {
    private final InboxMarks marks;
    private final ErasedUsers erased;

    MarkStage(InboxMarks marks, ErasedUsers erased) {
        this.marks = marks;
        this.erased = erased;
    }

    @Override
    public void handle(List<LogRecord> records) {
        for (LogRecord record : records) {
            MarkRecord mark = MarkRecord.decode(record.entry().payload());
            if (!erased.isErased(mark.user(), mark.madeAt())) {
                marks.rewrite(mark).join();
            }
        }
    }

    @Override
    public String about(byte[] payload) {
        return "a mark as " + MarkRecord.decode(payload).kind();
    }
}
