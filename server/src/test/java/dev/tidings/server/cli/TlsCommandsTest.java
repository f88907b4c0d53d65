package dev.tidings.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.server.Tidings;
import dev.tidings.server.config.Config;
import dev.tidings.testkit.HeldPort;
import dev.tidings.testkit.LoopbackCertificate;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests of client commands against a server with TLS and a certificate that no authority has signed. */
class TlsCommandsTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void configuredCertificate_isTrustedAndNoOther() throws Exception {
        try (HeldPort port = HeldPort.any();
                Tidings tidings = start(config(LoopbackCertificate.SHARED, port))) {
            String config = folder.resolve("tidings.yml").toString();
            assertThat(run("health", "--live", "--config", config))
                    .as("%s", err)
                    .isZero();
            assertThat(run("tenant", "list", "--config", config)).as("%s", err).isZero();
            assertThat(out.toString()).contains("status: ok", "default");
            assertThat(run("health", "--url", tidings.url()))
                    .as("for a given URL, an authority has to vouch")
                    .isEqualTo(1);
            assertThat(err.toString()).contains("no secure connection to https://127.0.0.1");
            config(LoopbackCertificate.make(), port);
            assertThat(run("tenant", "list", "--config", config)).isEqualTo(1);
            assertThat(err.toString()).contains("its certificate is not the one in http.tls.certificate");
            Files.delete(folder.resolve("certificate.pem"));
            assertThat(run("health", "--config", config)).isEqualTo(1);
            assertThat(err.toString()).contains("certificate.pem', expected a readable PEM file");
        }
    }

    private Path config(LoopbackCertificate certificate, HeldPort port) throws Exception {
        Path pem = Files.writeString(folder.resolve("certificate.pem"), certificate.pem());
        Path key = Files.writeString(folder.resolve("key.pem"), certificate.keyPem());
        String yaml = "dataFolder: " + folder.resolve("data") + "\nbackup: {folder: "
                + folder.resolve("backups") + "}\nhttp: {port: " + port.number()
                + ", tls: {certificate: " + pem + ", key: " + key + "}}\nstorage: {blockCache: 8MiB}\n";
        return Files.writeString(folder.resolve("tidings.yml"), yaml);
    }

    private static Tidings start(Path file) {
        return Tidings.start(Config.load(Optional.of(file), Map.of()).config(), InstantSource.system());
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
