package dev.tidings.torture.service;

import dev.tidings.lab.PausedProcess;
import dev.tidings.lab.PipedJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A Tidings child process of a torture run, started from a given main class, that can be killed and paused. */
public final class ServiceProcess implements AutoCloseable {
    private static final String UP = "Tidings is up at ";

    private final Process process;
    private final Path folder;
    private final URI url;

    /**
     * Starts the process and waits until it is up.
     *
     * @param command class with a main method, and its arguments; it prints its URL like {@code ./tidings up}
     * @param jvm options for the JVM
     * @param settings environment variables with options of Tidings
     */
    public static ServiceProcess start(Path folder, List<String> jvm, Map<String, String> settings, String... command)
            throws IOException {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("TIDINGS_DATA_FOLDER", folder.toString());
        environment.put("TIDINGS_HTTP_PORT", "0");
        Process process = PipedJvm.launch(jvm, environment, command);
        try {
            return new ServiceProcess(process, folder, awaitUp(process));
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private ServiceProcess(Process process, Path folder, URI url) {
        this.process = process;
        this.folder = folder;
        this.url = url;
    }

    private static URI awaitUp(Process process) throws IOException {
        BufferedReader lines = process.inputReader();
        String line;
        while ((line = lines.readLine()) != null) {
            if (line.startsWith(UP)) {
                Thread rest = new Thread(() -> drain(lines), "output");
                rest.setDaemon(true);
                rest.start();
                return URI.create(line.substring(UP.length()).trim());
            }
        }
        throw new IOException("Tidings did not start; its output is above");
    }

    /** Drains the output, because a full pipe would block the process. */
    private static void drain(BufferedReader lines) {
        try {
            lines.lines().forEach(ignored -> {});
        } catch (UncheckedIOException killed) {
            // The process is gone.
        }
    }

    public URI url() {
        return url;
    }

    /** The API key created at its first start. */
    public String key() throws IOException {
        return Files.readString(folder.resolve("development-key")).trim();
    }

    public long pid() {
        return process.pid();
    }

    /** Pauses the process with SIGSTOP until the pause is ended. */
    public PausedProcess pause() {
        return PausedProcess.of(process.pid());
    }

    /** Resident memory. Linux only. */
    public long residentKilobytes() throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0L);
    }

    /** Kills the process with SIGKILL. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Stops the process with SIGTERM; it completes work in flight. */
    @Override
    public void close() {
        process.destroy();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
