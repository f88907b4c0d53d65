package dev.tidings.widecolumn.rocksdb;

import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.CompletionException;

/**
 * Writes until the write-ahead log reaches a limit on the file size, in a process of its own. RocksDB does not recover from that.
 * Prints the engine's health. Never closes the engine: a program that forgets to must still exit.
 */
final class CommitFailureProbe {
    private CommitFailureProbe() {}

    public static void main(String[] arguments) throws Exception {
        // Enough memory that the log reaches the limit before anything is flushed.
        RocksConfig config = RocksConfig.in(Path.of(arguments[0]))
                .withMemory(64 << 20, 64 << 20)
                .withReserveBytes(0);
        RocksEngine engine = RocksEngine.open(config, Note.SCHEMA);
        System.out.println(engine.check().problem().orElse("healthy at first"));
        limitFiles();
        String text = "x".repeat(50_000);
        try {
            for (int i = 0; i < 2000; i++) {
                engine.write(Note.KEPT.upsert(Note.of("b", Instant.ofEpochMilli(i), text)))
                        .join();
            }
            System.out.println("no commit failed");
        } catch (CompletionException e) {
            System.out.println("then: " + engine.check().problem().orElse("healthy"));
        }
    }

    /** Called after RocksDB is loaded: the library it unpacks is larger than the limit. */
    private static void limitFiles() throws Exception {
        String self = Long.toString(ProcessHandle.current().pid());
        int exit = new ProcessBuilder("prlimit", "--pid", self, "--fsize=" + (4 << 20))
                .inheritIO()
                .start()
                .waitFor();
        if (exit != 0) {
            throw new IllegalStateException("prlimit ended with " + exit);
        }
    }
}
