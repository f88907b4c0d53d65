package dev.tidings.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests of the command {@code config}. */
class ConfigCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private Map<String, String> environment = Map.of();
    private Path usual;

    @BeforeEach
    void setDefaultFile() {
        usual = folder.resolve("tidings.yml");
    }

    @Test
    void config_showsTheDefaultsWithoutComments() {
        assertThat(run()).isZero();
        assertThat(out.toString())
                .startsWith("dataFolder: \"data\"\nhttp:\n  host: \"127.0.0.1\"\n  port: 8080\n  maxBodyBytes: 1MiB\n")
                .contains("  corsOrigins: []\n", "  idleTimeout: 1m\n", "  fsync: true\n", "  password: \"\"\n")
                .doesNotContain("#");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void config_showsTheSourceOfEachValue() throws IOException {
        Files.writeString(usual, "http:\n  port: 9090\n  host: localhost\n");
        environment = Map.of("TIDINGS_HTTP_HOST", "::1", "TIDINGS_METADATA_PASSWORD", "hunter2");
        assertThat(run()).isZero();
        assertThat(out.toString())
                .contains(
                        "  host: \"::1\"  # TIDINGS_HTTP_HOST\n",
                        "  port: 9090  # " + usual + ":2\n",
                        "  password: \"[redacted]\"  # TIDINGS_METADATA_PASSWORD\n")
                .doesNotContain("hunter2");
    }

    @Test
    void namedFile_replacesTheDefaultFile() throws IOException {
        Files.writeString(usual, "http: {port: 1}");
        Path other = Files.writeString(folder.resolve("other.yml"), "http: {port: 2}");
        assertThat(run("--config", other.toString())).isZero();
        assertThat(out.toString()).contains("  port: 2  # " + other + ":1\n");
    }

    @Test
    void namedFile_mustExist() {
        assertThat(run("--config", "no such.yml")).isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly("tidings: no such.yml: no such file");
    }

    @Test
    void everyConfigError_isALine() throws IOException {
        Files.writeString(usual, "http:\n  port: 70000\n  prot: 1\n");
        assertThat(run()).isEqualTo(1);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString().lines())
                .containsExactly(
                        "tidings: " + usual + ":2: http.port: got 70000, expected 0 to 65535",
                        "tidings: " + usual + ":3: http.prot: unknown option; did you mean 'http.port'?");
    }

    @Test
    void reference_worksWithAnInvalidDefaultFile() throws IOException {
        Files.writeString(usual, "{");
        assertThat(run("reference")).isZero();
        assertThat(out.toString()).contains("""

                http.port
                    The port to listen on; 0 for any free port.
                    type         whole number, 0 to 65535
                    default      8080
                    environment  TIDINGS_HTTP_PORT

                """);
    }

    @Test
    void referenceWithAFile_showsTheSetValues() throws IOException {
        Files.writeString(usual, "http: {port: 9090}");
        assertThat(run("reference", "--config", usual.toString())).isZero();
        assertThat(run("--config", usual.toString(), "reference")).isZero();
        assertThat(out.toString().lines().filter(line -> line.startsWith("    set to")))
                .hasSize(2)
                .containsOnly("    set to       9090 (" + usual + ":1)");
    }

    @Test
    void unknownSubcommand_suggestsTheNearest() {
        assertThat(run("refrence")).isEqualTo(2);
        assertThat(err.toString().lines())
                .first()
                .isEqualTo("tidings: unknown command 'refrence'; did you mean 'reference'?");
    }

    @Test
    void config_isASubcommandOfMain() {
        assertThat(new CommandLine(new Main()).getSubcommands()).containsKey("config");
    }

    private int run(String... args) {
        CommandLine command = new CommandLine(new ConfigCommand(environment, usual));
        command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return CommandRunner.prepare(command, false).execute(args);
    }
}
