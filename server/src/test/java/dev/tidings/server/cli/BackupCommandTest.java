package dev.tidings.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.HeldPort;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests of the commands {@code backup} and {@code restore} without a running server. */
class BackupCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void stoppedServer_isBackedUpAndRestored() throws Exception {
        try (HeldPort port = HeldPort.any()) {
            assertThat(run("backup", "one", "--config", config("data", port)))
                    .as("%s", err)
                    .isZero();
            assertThat(out.toString()).contains(folder.resolve("backups/one").toString());
            assertThat(run("restore", folder.resolve("backups/one").toString(), "--config", config("again", port)))
                    .as("%s", err)
                    .isZero();
            assertThat(folder.resolve("again/meta.db")).exists();
            assertThat(out.toString()).contains("restored the backup of", "copy the encryption keys");
            assertThat(run("restore", folder.resolve("backups/one").toString(), "--config", config("again", port)))
                    .isEqualTo(1);
            assertThat(err.toString()).contains("is not empty");
        }
    }

    @Test
    void unusableKeyFile_isNoStoppedServer() throws Exception {
        try (HeldPort port = HeldPort.any()) {
            String none = folder.resolve("none").toString();
            assertThat(run("backup", "one", "--config", config("data", port.number()), "--key-file", none))
                    .isEqualTo(1);
            assertThat(err.toString()).contains("--key-file", none);
            assertThat(folder.resolve("data")).doesNotExist();
        }
    }

    @Test
    void serverThatDoesNotAnswer_isNoStoppedServer() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread hangingUp = new Thread(() -> hangUp(silent));
            hangingUp.setDaemon(true);
            hangingUp.start();
            Path key = Files.writeString(folder.resolve("key"), "tk_a_b_c");
            assertThat(run("backup", "--config", config("data", silent.getLocalPort()), "--key-file", key.toString()))
                    .isEqualTo(1);
            assertThat(folder.resolve("data")).doesNotExist();
        }
    }

    /** Accepts connections and closes each one when a request arrives. */
    private static void hangUp(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket connection = server.accept()) {
                connection.getInputStream().read();
            } catch (IOException closed) {
                // The test has ended, or the client has.
            }
        }
    }

    @Test
    void missingBackup_isNamed() throws Exception {
        try (HeldPort port = HeldPort.any()) {
            assertThat(run("restore", folder.resolve("none").toString(), "--config", config("data", port)))
                    .isEqualTo(1);
            assertThat(err.toString()).contains("none", "no complete backup");
            assertThat(folder.resolve("data")).doesNotExist();
        }
    }

    private String config(String data, HeldPort port) throws IOException {
        return config(data, port.number());
    }

    private String config(String data, int port) throws IOException {
        String yaml = "dataFolder: " + folder.resolve(data) + "\nbackup: {folder: " + folder.resolve("backups")
                + "}\nhttp: {port: " + port + "}\nstorage: {blockCache: 8MiB}\n";
        return Files.writeString(folder.resolve(data + ".yml"), yaml).toString();
    }

    private int run(String... args) {
        return CommandRunner.prepare(
                        new CommandLine(new Main())
                                .setOut(new PrintWriter(out, true))
                                .setErr(new PrintWriter(err, true)),
                        false)
                .execute(args);
    }
}
