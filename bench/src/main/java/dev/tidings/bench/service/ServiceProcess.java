package dev.tidings.bench.service;

import dev.tidings.bench.Child;
import dev.tidings.lab.Pause;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A Tidings in a process of its own, which can be killed. */
public final class ServiceProcess implements AutoCloseable {
    private static final String UP = "Tidings is up at ";

    private final Process process;
    private final Path folder;
    private final URI url;

    /**
     * Starts one and waits until it answers.
     *
     * @param command class with a main method, and its arguments; it prints where it is up, as {@code ./tidings up} does
     * @param jvm options for the JVM
     * @param settings variables that set options of Tidings
     */
    public static ServiceProcess start(Path folder, List<String> jvm, Map<String, String> settings, String... command)
            throws IOException {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("TIDINGS_DATA_FOLDER", folder.toString());
        environment.put("TIDINGS_HTTP_PORT", "0");
        Process process = Child.launch(jvm, environment, command);
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
                Thread rest = new Thread(() -> readOn(lines), "output");
                rest.setDaemon(true);
                rest.start();
                return URI.create(line.substring(UP.length()).trim());
            }
        }
        throw new IOException("Tidings did not come up; what it said is above");
    }

    /** Or it would stand still once nobody reads what it prints. */
    private static void readOn(BufferedReader lines) {
        try {
            lines.lines().forEach(ignored -> {});
        } catch (UncheckedIOException killed) {
            // Then there is nothing more to read.
        }
    }

    public URI url() {
        return url;
    }

    /** The key of its first start. */
    public String key() throws IOException {
        return Files.readString(folder.resolve("development-key")).trim();
    }

    public long pid() {
        return process.pid();
    }

    /** SIGSTOP, until the pause is ended. */
    public Pause pause() {
        return Pause.of(process.pid());
    }

    /** Its memory, as Linux counts it. */
    public long residentKilobytes() throws IOException {
        return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0L);
    }

    /** SIGKILL. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGTERM: it finishes what is under way. */
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
