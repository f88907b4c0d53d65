package dev.tidings.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Tests of the command line: help, usage errors and failures. */
class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void help_listsAllCommandsOfBothModules() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .startsWith("Usage: tidings ")
                .containsPattern("(?m)^  bench +Run")
                .containsPattern("(?m)^  torture +Test");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void version_isTheOneOfTheBuild() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).matches("tidings \\d+\\.\\d+\\.\\d+(-SNAPSHOT)? \\(Java .+\\)\\R");
    }

    @Test
    void missingCommand_isAUsageError() {
        assertThat(run()).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).startsWith("Usage: tidings ");
    }

    @Test
    void unknownCommand_suggestsTheNearest() {
        assertThat(run("tortrue", "crash")).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "tidings: unknown command 'tortrue'; did you mean 'torture'?", "Try 'tidings --help'.");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void unknownCommand_withoutANearOneHasNoSuggestion() {
        assertThat(run("frobnicate")).isEqualTo(2);
        assertThat(err.toString().lines()).first().isEqualTo("tidings: unknown command 'frobnicate'");
    }

    @Test
    void unknownOption_suggestsTheNearest() {
        assertThat(run("--vresion")).isEqualTo(2);
        assertThat(err.toString().lines())
                .first()
                .isEqualTo("tidings: unknown option '--vresion'; did you mean '--version'?");
    }

    @Test
    void unexpectedArgument_isNamed() {
        assertThat(run("fail", "now")).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly("tidings: unexpected argument 'now'", "Try 'tidings fail --help'.");
    }

    @Test
    void benchCommandOfTheServer_printsHowToRunIt() {
        assertThat(run("bench", "kit", "--json")).isEqualTo(2);
        assertThat(err.toString().lines()).first().asString().contains("'./tidings bench'");
    }

    @Test
    void failure_isOneLine() {
        failure = new IllegalStateException("the data folder is in use\nby process 42");
        assertThat(run("fail")).isEqualTo(1);
        assertThat(err.toString())
                .isEqualTo("tidings: the data folder is in use by process 42" + System.lineSeparator());
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void failureWithAOneWordMessage_showsItsType() {
        failure = new NoSuchFileException("/no such/file");
        assertThat(run("fail")).isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly("tidings: NoSuchFileException: /no such/file");
    }

    @Test
    void failureWithoutAMessage_showsItsType() {
        failure = new IllegalStateException();
        assertThat(run("fail")).isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly("tidings: IllegalStateException");
    }

    @Test
    void error_isOneLine() {
        failure = new UnsatisfiedLinkError("no rocksdbjni in java.library.path");
        assertThat(run("fail")).isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly("tidings: no rocksdbjni in java.library.path");
    }

    @Test
    void verbose_showsTheStackTraceInAnyPosition() {
        failure = new IllegalStateException("out of luck");
        assertThat(run("fail", "--verbose")).isEqualTo(1);
        assertThat(run("--verbose", "fail")).isEqualTo(1);
        assertThat(err.toString().lines().filter(line -> line.startsWith("tidings: out of luck")))
                .hasSize(2);
        assertThat(err.toString().lines().filter(line -> line.startsWith("java.lang.IllegalStateException")))
                .hasSize(2);
    }

    @Test
    void debug_showsTheStackTrace() {
        failure = new IllegalStateException("out of luck");
        assertThat(CommandRunner.prepare(commandLine(), true).execute("fail")).isEqualTo(1);
        assertThat(err.toString()).contains("\tat " + MainTest.class.getName());
    }

    @Test
    void everyCommand_hasHelp() {
        assertThat(run("fail", "--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: tidings fail ");
    }

    private Throwable failure = new IllegalStateException("not set up by this test");

    private int run(String... args) {
        return CommandRunner.prepare(commandLine(), false).execute(args);
    }

    private CommandLine commandLine() {
        return new CommandLine(new Main())
                .addSubcommand(new Fail())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true));
    }

    @Command(name = "fail")
    private final class Fail implements Callable<Integer> {

        @Override
        public Integer call() throws Exception {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        }
    }
}
