package dev.tidings.server.docs;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A bash in which the commands of one document run, in a folder that looks like a clone with a running server: a development key, a
 * launcher, and a curl that finds the server. Variables and functions stay from one command to the next.
 */
final class DocumentShell implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Path folder;
    private final Path headers;
    private final Process bash;
    private final BufferedWriter in;
    private final BufferedReader out;

    /** The outcome of one command. */
    record Result(int exitCode, String out, String err, List<Integer> statuses) {}

    /** @param launcher the command that {@code ./tidings} stands for */
    DocumentShell(Path folder, String address, String key, String launcher) throws IOException {
        this.folder = folder;
        headers = Files.createDirectories(folder.resolve("headers"));
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(folder.resolve("data/development-key"), key);
        executable(folder.resolve("tidings"), "exec " + launcher + " \"$@\"");
        Path bin = Files.createDirectories(folder.resolve("bin"));
        executable(
                bin.resolve("curl"),
                "exec '%s' -sS -D '%s'/$$ \"${@//localhost:8080/%s}\"".formatted(curl(), headers, address));
        ProcessBuilder builder = new ProcessBuilder("bash", "--noprofile", "--norc").directory(folder.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("TIDINGS_"));
        environment.put("PATH", bin + ":" + environment.get("PATH"));
        environment.put("TIDINGS_HTTP_PORT", address.substring(address.indexOf(':') + 1));
        bash = builder.redirectError(folder.resolve("bash.err").toFile()).start();
        in = bash.outputWriter();
        out = bash.inputReader();
        in.write("set -o pipefail; trap 'failed=$?' ERR\n");
    }

    private static void executable(Path file, String script) throws IOException {
        Files.writeString(file, "#!/usr/bin/env bash\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private static Path curl() {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(folder -> Path.of(folder, "curl"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("the examples of the documents need curl; install it"));
    }

    Result run(String command) throws Exception {
        Files.writeString(folder.resolve("command.sh"), command + "\n");
        in.write("failed=0; source ./command.sh > command.out 2> command.err < /dev/null; echo $failed\n");
        in.flush();
        CompletableFuture<String> line = CompletableFuture.supplyAsync(() -> {
            try {
                return out.readLine();
            } catch (IOException e) {
                return null;
            }
        });
        String exitCode;
        try {
            exitCode = line.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            close();
            throw new AssertionError("no end after " + TIMEOUT + ": " + command, e);
        }
        if (exitCode == null) {
            throw new AssertionError("the shell ended: " + Files.readString(folder.resolve("bash.err")));
        }
        return new Result(
                Integer.parseInt(exitCode),
                Files.readString(folder.resolve("command.out")),
                Files.readString(folder.resolve("command.err")),
                statuses());
    }

    /** The HTTP statuses that the command's calls of curl have received. */
    private List<Integer> statuses() throws IOException {
        List<Integer> statuses = new ArrayList<>();
        try (Stream<Path> files = Files.list(headers)) {
            for (Path file : files.toList()) {
                statuses.add(Integer.parseInt(Files.readString(file).split(" ")[1]));
                Files.delete(file);
            }
        }
        return statuses;
    }

    @Override
    public void close() {
        bash.destroy();
    }
}
