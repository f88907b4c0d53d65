package dev.tidings.bench.start;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Starts a server as a process, and measures the time to its first successful answer. */
final class StartedServer {
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(2);

    private StartedServer() {}

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Milliseconds from the start of the process to the first 200; then the process is ended. */
    static double millisToReady(List<String> command, Map<String, String> environment, int port) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().removeIf(name -> name.startsWith("TIDINGS_"));
        builder.environment().putAll(environment);
        long start = System.nanoTime();
        Process process = builder.start();
        try {
            while (!isReady(port)) {
                if (!process.isAlive() || System.nanoTime() - start > TIMEOUT_NANOS) {
                    throw new IOException(command + " did not become ready");
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
            return (System.nanoTime() - start) / 1e6;
        } finally {
            process.destroy();
            process.onExit().join();
        }
    }

    private static boolean isReady(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream()
                    .write("GET /ready HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            byte[] head = socket.getInputStream().readNBytes(12);
            return new String(head, StandardCharsets.US_ASCII).equals("HTTP/1.1 200");
        } catch (IOException notYet) {
            return false;
        }
    }
}
