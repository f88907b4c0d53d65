package dev.tidings.server.log;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;

/** The process that is killed: appends numbers for as long as it lives and says which were acked, a line each. */
final class KilledAppender {
    static final int PARTITIONS = 16;
    private static final int UNDER_WAY = 200;

    private KilledAppender() {}

    /** Folder, and the first number. */
    public static void main(String[] arguments) throws Exception {
        RocksLog log = RocksLog.open(TestLogs.in(Path.of(arguments[0])));
        // Straight to the pipe: what was printed is then outside this process, whatever becomes of it.
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        Semaphore free = new Semaphore(UNDER_WAY);
        for (int number = Integer.parseInt(arguments[1]); true; number++) {
            free.acquire();
            int acked = number;
            log.append(List.of(TestLogs.entry(number % PARTITIONS, "" + number)))
                    .whenComplete((done, failure) -> {
                        if (failure == null) {
                            say(out, acked);
                            free.release();
                        } else {
                            failure.printStackTrace();
                            Runtime.getRuntime().halt(2);
                        }
                    });
        }
    }

    private static void say(FileOutputStream out, int number) {
        try {
            out.write((number + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
