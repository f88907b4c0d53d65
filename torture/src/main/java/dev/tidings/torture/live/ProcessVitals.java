package dev.tidings.torture.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A measurement of the memory and open sockets of the service process, to detect leaks after an attack.
 *
 * @param heapBytes live heap after a full collection
 * @param sockets open sockets; other files belong to the storage engine and grow with the data
 */
record ProcessVitals(long heapBytes, long residentKilobytes, long directBytes, long sockets) {

    /** Measures the process after a full collection. */
    static ProcessVitals of(ServiceProcess service, Path folder) throws IOException, InterruptedException {
        long heap = liveHeap(service.pid());
        return new ProcessVitals(heap, service.residentKilobytes(), direct(folder), openSockets(service));
    }

    static long openSockets(ServiceProcess service) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(service.pid()), "fd"))) {
            return open.filter(ProcessVitals::isSocket).count();
        }
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException closed) {
            return false;
        }
    }

    /** As published by the process itself. */
    static long direct(Path folder) throws IOException {
        Path published = LiveTestService.directFile(folder);
        return Files.exists(published)
                ? Long.parseLong(Files.readString(published).strip())
                : 0;
    }

    /** The class histogram follows a full collection and ends with the total. */
    private static long liveHeap(long pid) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(pid),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String output = new String(jcmd.getInputStream().readAllBytes(), UTF_8);
        jcmd.waitFor();
        return output.lines()
                .filter(line -> line.startsWith("Total"))
                .map(line -> Long.parseLong(line.strip().split("\\s+")[2]))
                .findFirst()
                .orElseThrow(() -> new IOException("jcmd output: " + output));
    }

    @Override
    public String toString() {
        return "heap " + (heapBytes >> 10) + " KB, resident " + residentKilobytes + " KB, direct " + (directBytes >> 10)
                + " KB, " + sockets + " sockets";
    }
}
