package dev.tidings.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A child JVM that runs a database server and never outlives this one; see {@link ChildMain}. Its output goes to {@code server.log}. */
public final class ChildJvm {
    private final Process process;
    private final Path log;
    private PausedProcess pause;

    private ChildJvm(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts {@code main} in a folder, which also keeps the exact command, to inspect or to run by hand. */
    public static ChildJvm start(Path jdk, Path folder, List<String> options, List<Path> classPath, String main) {
        Path log = folder.resolve("server.log");
        try {
            Path arguments = folder.resolve("java.args");
            Files.write(arguments, arguments(folder, options, classPath, main));
            ProcessBuilder builder = new ProcessBuilder(
                            jdk.resolve("bin").resolve("java").toString(), "@" + arguments)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            // Options and agents of this JVM must not reach the engine's.
            builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"));
            return new ChildJvm(builder.start(), log);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + main + " in " + folder, e);
        }
    }

    private static List<String> arguments(Path folder, List<String> options, List<Path> classPath, String main)
            throws IOException {
        List<String> arguments = new ArrayList<>(options);
        arguments.add("-cp");
        arguments.add(Stream.concat(Stream.of(copyOfChildMain(folder)), classPath.stream())
                .map(Path::toString)
                .collect(Collectors.joining(System.getProperty("path.separator"))));
        arguments.add(ChildMain.class.getName());
        arguments.add(main);
        return arguments.stream()
                .map(argument -> '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .toList();
    }

    /** Copies the class, because its jar or build folder may be rebuilt while the child runs. */
    private static Path copyOfChildMain(Path folder) throws IOException {
        String name = ChildMain.class.getName().replace('.', '/') + ".class";
        Path classes = folder.resolve("classes");
        Path copy = classes.resolve(name);
        Files.createDirectories(copy.getParent());
        try (InputStream original = ChildMain.class.getClassLoader().getResourceAsStream(name)) {
            Files.write(copy, original.readAllBytes());
        }
        return classes;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public Path log() {
        return log;
    }

    /** Sends SIGKILL, in any state; returns when the process has ended. */
    public synchronized void kill() {
        endPause(false);
        process.destroyForcibly();
        if (!ended(Duration.ofSeconds(30))) {
            throw new IllegalStateException("process " + pid() + " did not end after SIGKILL");
        }
    }

    /** Sends SIGTERM; returns when the process has ended. Kills it if it does not end within the limit. */
    public synchronized void stop(Duration limit) {
        endPause(true);
        process.destroy();
        if (!ended(limit)) {
            kill();
        }
    }

    /** Sends SIGSTOP: the process keeps its connections and does not respond, like a stalled machine. */
    public synchronized void pause() {
        if (pause == null) {
            pause = PausedProcess.of(pid());
        }
    }

    /** Sends SIGCONT: the process continues. */
    public synchronized void resume() {
        endPause(true);
    }

    private void endPause(boolean resume) {
        if (pause != null) {
            pause.end(resume);
            pause = null;
        }
    }

    private boolean ended(Duration limit) {
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
            throw new IllegalStateException("interrupted while waiting for process " + pid() + " to end", e);
        }
    }
}
