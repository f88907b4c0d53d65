package dev.tidings.lab;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A child JVM that takes one command per line on standard input and answers each with one line. Benchmarks run their servers,
 * schedulers and load clients in it.
 */
public final class PipedJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;
    private final BufferedWriter input;
    private final String first;

    /** Starts the process and waits for its first line. */
    public PipedJvm(List<String> jvm, Map<String, String> environment, String... command) throws IOException {
        process = launch(jvm, environment, command);
        output = process.inputReader();
        input = process.outputWriter();
        first = read();
    }

    /** Starts a JVM with the class path of this one. Of the {@code TIDINGS_} variables it sees only those given here. */
    public static Process launch(List<String> jvm, Map<String, String> environment, String... command)
            throws IOException {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(jvm);
        line.addAll(List.of("-cp", System.getProperty("java.class.path")));
        line.addAll(List.of(command));
        ProcessBuilder builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().keySet().removeIf(name -> name.startsWith("TIDINGS_"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    public String firstLine() {
        return first;
    }

    /** Sends a command and waits for its answer. */
    public String ask(String command) throws IOException {
        input.write(command + "\n");
        input.flush();
        return read();
    }

    private String read() throws IOException {
        String line = output.readLine();
        if (line == null) {
            process.destroyForcibly();
            throw new IOException("a benchmark process ended unexpectedly; its output is above");
        }
        return line;
    }

    public long pid() {
        return process.pid();
    }

    public double cpuSeconds() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    /** Bytes the process has caused to be written to disk. Linux only; -1 elsewhere. */
    public long bytesWritten() throws IOException {
        return number("io", "write_bytes: ");
    }

    public long residentKilobytes() throws IOException {
        return number("status", "VmRSS:");
    }

    private long number(String file, String name) throws IOException {
        Path path = Path.of("/proc", Long.toString(process.pid()), file);
        if (!Files.exists(path)) {
            return -1;
        }
        return Files.readAllLines(path).stream()
                .filter(line -> line.startsWith(name))
                .map(line -> Long.parseLong(
                        line.substring(name.length()).replace("kB", "").trim()))
                .findFirst()
                .orElse(-1L);
    }

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
