package dev.tidings.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.server.cli.CommandRunner;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Tests of the benchmark commands: usage, unknown names, and inherited options. */
class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine root = new CommandLine(new Main());

    @Test
    void groupWithoutCommand_printsUsageAndFails() {
        assertThat(run("bench")).isEqualTo(2);
        assertThat(err.toString()).startsWith("Usage: tidings bench");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void unknownBenchmark_suggestsTheNearestName() {
        root.getSubcommands().get("bench").addSubcommand(new FakeBenchmark());
        assertThat(run("bench", "faek", "--json")).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "tidings: unknown command 'faek'; did you mean 'fake'?", "Try 'tidings bench --help'.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bench fake --json --quick", "bench --json fake --quick", "bench --json --quick fake"})
    void benchmark_seesInheritedOptionsInAnyPosition(String line) {
        root.getSubcommands().get("bench").addSubcommand(new FakeBenchmark());
        assertThat(run(line.split(" "))).isZero();
        assertThat(out.toString().strip()).isEqualTo("json=true enforce=false quick=true");
    }

    private int run(String... args) {
        root.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return CommandRunner.prepare(root).execute(args);
    }

    /** Prints the options it inherits. */
    @Command(name = "fake")
    private final class FakeBenchmark implements Runnable {

        @ParentCommand
        private BenchCommand how;

        @Override
        public void run() {
            out.write("json=%s enforce=%s quick=%s\n".formatted(how.json(), how.enforce(), how.quick()));
        }
    }
}
