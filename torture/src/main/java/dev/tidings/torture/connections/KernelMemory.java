package dev.tidings.torture.connections;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads the memory of all TCP buffers of this machine from the kernel. Linux only; elsewhere it is not measured. */
final class KernelMemory {
    private static final Path SOCKETS = Path.of("/proc/net/sockstat");
    private static final long PAGE_BYTES = 4_096;

    private KernelMemory() {}

    static long tcpBytes() throws IOException {
        if (!Files.exists(SOCKETS)) {
            return 0;
        }
        for (String line : Files.readAllLines(SOCKETS)) {
            List<String> words = List.of(line.split(" "));
            if (words.get(0).equals("TCP:")) {
                return Long.parseLong(words.get(words.indexOf("mem") + 1)) * PAGE_BYTES;
            }
        }
        throw new IOException(SOCKETS + " has no line for TCP");
    }
}
