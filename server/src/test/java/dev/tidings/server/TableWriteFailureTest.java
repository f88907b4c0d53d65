package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.SubmitResult;
import dev.tidings.tables.IdempotencyKeyRow;
import dev.tidings.tables.ScheduleOwnerRow;
import dev.tidings.tables.ScheduledNotificationRow;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.Table;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a full disk: it fails the writes to the affected table only. */
class TableWriteFailureTest {
    private static final String NOW = "{\"to\":{\"user\":\"bob\"},\"title\":\"now\"}";
    private static final String LATER = "{\"to\":{\"user\":\"bob\"},\"title\":\"later\",\"delay\":\"PT1H\"}";
    private static final String KEYED = "{\"to\":{\"user\":\"bob\"},\"title\":\"keyed\",\"idempotencyKey\":\"k\"}";

    @TempDir
    private Path folder;

    private RefusingEngine tables;
    /** The table that refuses writes from the start. */
    private Table<?> full;

    private TestService open() {
        return TestService.in(folder)
                .tables(real -> {
                    tables = new RefusingEngine(real);
                    if (full != null) {
                        tables.refuse(full, StoreException.Reason.DISK_FULL);
                    }
                    return tables;
                })
                .start();
    }

    private static SendRequest line(TestService tidings, String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        return tidings.service().pipeline().parser().parseLine(bytes, 0, bytes.length);
    }

    private static List<SubmitResult> batch(TestService tidings, String... lines) {
        return tidings.service()
                .pipeline()
                .intake()
                .submitAll(
                        TestService.SENDER,
                        List.of(lines).stream().map(json -> line(tidings, json)).toList())
                .join();
    }

    @Test
    void failedLine_doesNotAffectOtherLines() {
        try (TestService tidings = open()) {
            tables.refuse(ScheduledNotificationRow.TABLE, StoreException.Reason.DISK_FULL);
            List<SubmitResult> answers = batch(tidings, NOW, LATER, KEYED);
            TestService.accepted(answers.get(0));
            assertThat(answers.get(1)).isInstanceOf(SubmitResult.Failed.class);
            TestService.accepted(answers.get(2));

            tables.refuse(IdempotencyKeyRow.TABLE, StoreException.Reason.UNKNOWN_OUTCOME);
            answers = batch(tidings, KEYED.replace("\"k\"", "\"other\""), NOW, LATER);
            assertThat(answers.get(0)).isInstanceOf(SubmitResult.Failed.class);
            TestService.accepted(answers.get(1));
            TestService.accepted(answers.get(2));
        }
    }

    @Test
    void fullDisk_serverStartsAndSweepsLater() {
        try (TestService tidings = open()) {
            tidings.sendTo("bob", "stored");
        }
        full = ScheduleOwnerRow.TABLE;
        try (TestService tidings = open()) {
            assertThat(tables.refusals()).isPositive();
            assertThat(tidings.inbox("bob")).hasSize(1);
            tables.recover();
            tidings.send(LATER.replace("PT1H", "PT0.1S"));
            tidings.awaitInbox("bob", 2);
        }
    }
}
