package dev.tidings.torture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.server.cli.CommandRunner;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Tests of the torture commands: usage and seed. */
class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine root = new CommandLine(new Main());

    @Test
    void groupWithoutCommand_printsUsageAndFails() {
        assertThat(run("torture")).isEqualTo(2);
        assertThat(err.toString()).startsWith("Usage: tidings torture");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void tortureRun_seesItsSeed() {
        root.getSubcommands().get("torture").addSubcommand(new FakeTorture());
        assertThat(run("torture", "fake", "--seed", "-7")).isZero();
        assertThat(run("torture", "fake")).isZero();
        assertThat(out.toString().lines()).containsExactly("OptionalLong[-7]", "OptionalLong.empty");
    }

    @Test
    void invalidSeed_isNamedInTheError() {
        root.getSubcommands().get("torture").addSubcommand(new FakeTorture());
        assertThat(run("torture", "fake", "--seed", "lucky")).isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(2).first().asString().contains("'lucky'", "--seed");
    }

    private int run(String... args) {
        root.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return CommandRunner.prepare(root).execute(args);
    }

    /** Prints the seed it inherits. */
    @Command(name = "fake")
    private final class FakeTorture implements Runnable {

        @ParentCommand
        private TortureCommand how;

        @Override
        public void run() {
            out.write(how.seed() + "\n");
        }
    }
}
