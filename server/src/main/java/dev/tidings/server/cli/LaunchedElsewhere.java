package dev.tidings.server.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * A command that the help lists and {@code ./tidings} starts from the bench module. The server does not carry that
 * module, so here such a command can only say where it is.
 */
public abstract class LaunchedElsewhere implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    /** Taken as they come: only the bench module knows which arguments are valid. */
    @Unmatched
    private List<String> arguments;

    @Override
    public final Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "'%s' is not part of the server; run it as './tidings %1$s' from a clone of Tidings"
                        .formatted(spec.name()));
    }

    @Command(name = Bench.NAME, description = Bench.DESCRIPTION)
    public static final class Bench extends LaunchedElsewhere {
        public static final String NAME = "bench";
        public static final String DESCRIPTION = "Measure Tidings against the bare engines and against peers.";
    }

    @Command(name = Torture.NAME, description = Torture.DESCRIPTION)
    public static final class Torture extends LaunchedElsewhere {
        public static final String NAME = "torture";
        public static final String DESCRIPTION = "Try to break the promises: crashes, lost writes, duplicates.";
    }
}
