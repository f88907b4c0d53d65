package dev.tidings.bench.sockets;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.bench.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a process holds.
 *
 * @param heapBytes what is left of its heap after a collection of everything
 * @param sockets open ones; files are the engine's affair, which has the more the more is stored
 */
record Vitals(long heapBytes, long residentKilobytes, long directBytes, long sockets) {

    /** Makes it collect everything first. */
    static Vitals of(ServiceProcess service, Path folder) throws IOException, InterruptedException {
        long heap = liveHeap(service.pid());
        return new Vitals(heap, service.residentKilobytes(), direct(folder), openSockets(service));
    }

    static long openSockets(ServiceProcess service) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(service.pid()), "fd"))) {
            return open.filter(Vitals::isSocket).count();
        }
    }

    private static boolean isSocket(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
        } catch (IOException closed) {
            return false;
        }
    }

    /** As the process itself has noted it. */
    static long direct(Path folder) throws IOException {
        Path noted = LiveService.directFile(folder);
        return Files.exists(noted) ? Long.parseLong(Files.readString(noted).strip()) : 0;
    }

    /** The histogram of classes ends with the sum, and is made after a full collection. */
    private static long liveHeap(long pid) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(pid),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String said = new String(jcmd.getInputStream().readAllBytes(), UTF_8);
        jcmd.waitFor();
        return said.lines()
                .filter(line -> line.startsWith("Total"))
                .map(line -> Long.parseLong(line.strip().split("\\s+")[2]))
                .findFirst()
                .orElseThrow(() -> new IOException("jcmd said: " + said));
    }

    @Override
    public String toString() {
        return "heap " + (heapBytes >> 10) + " KB, resident " + residentKilobytes + " KB, direct " + (directBytes >> 10)
                + " KB, " + sockets + " sockets";
    }
}
