package dev.tidings.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a node ends with the JVM that started it. */
class OrphanTest {
    @TempDir
    Path tmp;

    /** A stand-in for a test run that never closes its lab. */
    static final class Parent {
        public static void main(String[] args) throws InterruptedException {
            CassandraLab lab = CassandraLab.start(CassandraOptions.nodes(1));
            System.out.println(lab.node(0).pid());
            Thread.sleep(Duration.ofMinutes(5).toMillis());
        }
    }

    @Test
    void aNodeEndsWithTheJvmThatStartedIt() throws Exception {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + tmp,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Parent.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            long pid = Long.parseLong(parent.inputReader().readLine());
            ProcessHandle node = ProcessHandle.of(pid).orElseThrow();
            assertThat(node.isAlive()).isTrue();
            parent.destroyForcibly().waitFor();
            try {
                node.onExit().get(20, TimeUnit.SECONDS);
            } finally {
                node.destroyForcibly();
            }
        } finally {
            parent.destroyForcibly();
        }
    }
}
