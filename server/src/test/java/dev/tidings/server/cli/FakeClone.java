package dev.tidings.server.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A fake clone of the repository for tests of the launcher: the real launcher, a {@code mvnw} that records its arguments and writes
 * jars, and a JDK whose {@code java} only prints its arguments. So the tests need neither Maven nor a network.
 */
final class FakeClone {

    /** Builds {@code tables} into the libraries of the runnable modules, and fails if it runs concurrently. */
    private static final String MVNW = """
            #!/bin/sh
            echo "$*" >>mvnw.calls
            mkdir building || { echo 'two builds at a time' >>mvnw.calls; exit 1; }
            [ ! -e build-is-broken ] || { echo 'ERROR no such symbol'; rmdir building; exit 1; }
            for module in server bench torture; do
              mkdir -p "$module/target/lib"
              echo "$module" >"$module/target/$module.jar"
              echo tables >"$module/target/lib/tables-1.0.jar"
            done
            echo server >bench/target/lib/server-1.0.jar
            echo server >torture/target/lib/server-1.0.jar
            sleep 0.1
            rmdir building
            """;

    /** Waits, as a starting JVM does, before it reads its class path. */
    private static final String JAVA = """
            #!/bin/sh
            sleep 0.1
            for argument; do
              case $argument in
                */\\*) cat "${argument%/\\*}"/*.jar >/dev/null || exit 3 ;;
              esac
            done
            printf '%s\\n' "$@"
            """;

    final Path root;
    private final Path jdk;

    FakeClone(Path parent) throws IOException {
        root = Files.createDirectories(parent.resolve("a clone with spaces"));
        jdk = parent.resolve("a jdk");
        Path launcher =
                Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolveSibling("tidings");
        Files.copy(launcher, root.resolve("tidings"));
        script(root.resolve("mvnw"), MVNW);
        script(jdk.resolve("bin/java"), JAVA);
        javaVersion("17.0.15");
        write("pom.xml", "root");
        write(".mvn/wrapper/maven-wrapper.properties", "wrapper");
        for (var module : List.of("tables", "server", "bench", "torture", "testkit")) {
            write(module + "/pom.xml", module);
            write(module + "/src/main/java/A.java", "class A {}");
        }
    }

    void javaVersion(String version) throws IOException {
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"Fake\"\nJAVA_VERSION=\"" + version + "\"\n");
    }

    void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    void delete(String file) throws IOException {
        Files.delete(root.resolve(file));
    }

    /** The arguments of Maven, a line per build. */
    List<String> builds() throws IOException {
        Path calls = root.resolve("mvnw.calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    record Result(int exitCode, List<String> out, List<String> err) {}

    Result run(String... args) throws IOException, InterruptedException {
        return finish(start(root.resolve("tidings"), root, args));
    }

    /** Runs the launcher subject to file permissions, even if root runs the tests. */
    Result runWithoutPrivileges(String... args) throws IOException, InterruptedException {
        boolean byRoot = Files.getOwner(root).getName().equals("root");
        // Root stays root, but without the capability to bypass permissions.
        List<String> within =
                byRoot ? List.of("setpriv", "--bounding-set=-dac_override", "--inh-caps=-all") : List.of();
        return finish(start(within, root.resolve("tidings"), root, args));
    }

    Process start(Path launcher, Path workingFolder, String... args) throws IOException {
        return start(List.of(), launcher, workingFolder, args);
    }

    private Process start(List<String> within, Path launcher, Path workingFolder, String... args) throws IOException {
        var command = new ArrayList<>(within);
        command.add(launcher.toString());
        command.addAll(List.of(args));
        var builder = new ProcessBuilder(command).directory(workingFolder.toFile());
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().remove("TIDINGS_JAVA_OPTS");
        return builder.start();
    }

    static Result finish(Process process) throws IOException, InterruptedException {
        // The output is small enough for the pipe's buffer.
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("the launcher did not end within a minute");
        }
        try (var out = process.inputReader();
                var err = process.errorReader()) {
            return new Result(
                    process.exitValue(), out.lines().toList(), err.lines().toList());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static void script(Path path, String text) throws IOException {
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
