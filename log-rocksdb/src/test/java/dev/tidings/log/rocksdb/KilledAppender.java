package dev.tidings.log.rocksdb;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;

/** The process to be killed: appends numbers until then and prints each acknowledged one on a line. */
final class KilledAppender {
    static final int PARTITIONS = 16;
    private static final int MAX_IN_FLIGHT = 200;

    private KilledAppender() {}

    /** Arguments: the folder and the first number. */
    public static void main(String[] arguments) throws Exception {
        RocksLog log = RocksLog.open(TestLogs.in(Path.of(arguments[0])));
        // Unbuffered, straight to the pipe: printed lines survive the process.
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        Semaphore free = new Semaphore(MAX_IN_FLIGHT);
        for (int number = Integer.parseInt(arguments[1]); true; number++) {
            free.acquire();
            int acked = number;
            log.append(List.of(TestLogs.entry(number % PARTITIONS, "" + number)))
                    .whenComplete((done, failure) -> {
                        if (failure == null) {
                            print(out, acked);
                            free.release();
                        } else {
                            failure.printStackTrace();
                            Runtime.getRuntime().halt(2);
                        }
                    });
        }
    }

    private static void print(FileOutputStream out, int number) {
        try {
            out.write((number + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
