package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.ForwardingEngine;
import dev.tidings.widecolumn.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a power failure: rows that were never synced are lost, and are written again from the log. */
class PowerFailureTest {
    private static final int COUNT = 20;

    @TempDir
    Path folder;

    @Test
    void lostRows_areWrittenAgainFromTheLog() throws IOException {
        Set<UUID> accepted = new HashSet<>();
        try (TestService tidings =
                TestService.in(folder).tables(UnsyncedEngine::new).start()) {
            for (int i = 0; i < COUNT; i++) {
                accepted.add(tidings.sendTo("bob", "hello " + i));
            }
            assertThat(tidings.inbox("bob")).hasSize(COUNT);
        }
        losePower();
        try (TestService tidings = TestService.in(folder).start()) {
            tidings.drain();
            assertThat(tidings.inbox("bob"))
                    .extracting(item -> item.id())
                    .containsExactlyInAnyOrderElementsOf(accepted);
            assertThat(tidings.unread("bob")).isEqualTo(COUNT);
        }
    }

    /** Leaves of the tables what was synced: nothing. */
    private void losePower() throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(folder.resolve("tables"))) {
            files = found.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }

    /** An engine on a disk that can't be synced. */
    private static final class UnsyncedEngine extends ForwardingEngine {
        UnsyncedEngine(Engine real) {
            super(real);
        }

        @Override
        public void sync() {
            throw new IllegalStateException("the power fails");
        }
    }
}
