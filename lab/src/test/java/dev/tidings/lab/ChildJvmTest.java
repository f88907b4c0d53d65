package dev.tidings.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of child processes: they end with their parent, also while paused. */
class ChildJvmTest {
    private static final Path JDK = Path.of(System.getProperty("java.home"));
    private static final Path TESTS =
            Path.of(System.getProperty("java.class.path").split(System.getProperty("path.separator"))[0]);

    @TempDir
    Path folder;

    /** A stand-in for an engine: reports its start, then idles until it is ended. */
    static final class Idle {
        public static void main(String[] args) throws InterruptedException {
            System.out.println("idle");
            Thread.sleep(Duration.ofMinutes(5).toMillis());
        }
    }

    /** A stand-in for a test run: starts two engines, pauses the second, and waits to be killed. */
    static final class Parent {
        public static void main(String[] args) throws Exception {
            Path folder = Path.of(args[0]);
            ChildJvm running = startIdle(Files.createDirectory(folder.resolve("running")));
            ChildJvm paused = startIdle(Files.createDirectory(folder.resolve("paused")));
            awaitOutput(running);
            awaitOutput(paused);
            paused.pause();
            System.out.println(running.pid() + " " + paused.pid());
            Thread.sleep(Duration.ofMinutes(5).toMillis());
        }
    }

    @Test
    void killedParent_endsPausedChildren() throws Exception {
        Process parent = new ProcessBuilder(
                        JDK.resolve("bin").resolve("java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Parent.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            String[] pids = parent.inputReader().readLine().split(" ");
            List<ProcessHandle> children = List.of(handle(pids[0]), handle(pids[1]));
            assertThat(children).allMatch(ProcessHandle::isAlive);
            parent.destroyForcibly().waitFor();
            try {
                for (ProcessHandle child : children) {
                    child.onExit().get(20, TimeUnit.SECONDS);
                }
            } finally {
                children.forEach(ProcessHandle::destroyForcibly);
            }
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void aPausedChildCanGoOnAndBeStopped() throws Exception {
        ChildJvm child = startIdle(folder);
        try {
            awaitOutput(child);
            child.pause();
            child.pause();
            assertThat(child.isAlive()).isTrue();
            child.resume();
            child.resume();
            child.pause();
            child.stop(Duration.ofSeconds(20));
            assertThat(child.isAlive()).isFalse();
            assertThatThrownBy(child::pause).hasMessageContaining("is it still running?");
        } finally {
            child.kill();
        }
    }

    @Test
    void aPausedChildCanBeKilled() throws Exception {
        ChildJvm child = startIdle(folder);
        awaitOutput(child);
        child.pause();
        child.kill();
        assertThat(child.isAlive()).isFalse();
    }

    private static ChildJvm startIdle(Path folder) {
        return ChildJvm.start(JDK, folder, List.of("-Xmx32m"), List.of(TESTS), Idle.class.getName());
    }

    private static void awaitOutput(ChildJvm child) throws Exception {
        while (!Files.readString(child.log()).contains("idle")) {
            assertThat(child.isAlive()).isTrue();
            Thread.sleep(10);
        }
    }

    private static ProcessHandle handle(String pid) {
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }
}
