package dev.tidings.server.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * A command that the help lists but {@code ./tidings} starts from a module of its own. The server does not contain that module, so here
 * the command only prints how to run it.
 */
public abstract class ExternalCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    /** Not validated: only that module knows the valid arguments. */
    @Unmatched
    private List<String> arguments;

    @Override
    public final Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "'%s' is not part of the server; run it as './tidings %1$s' from a clone of Tidings"
                        .formatted(spec.name()));
    }

    /** Lists {@code bench} in the help of the server; the benchmarks themselves are in module bench. */
    @Command(name = Bench.NAME, description = Bench.DESCRIPTION)
    public static final class Bench extends ExternalCommand {
        public static final String NAME = "bench";
        public static final String DESCRIPTION =
                "Run the benchmarks: Tidings, the bare storage engines, and comparable products.";
    }

    /** Lists {@code dist} in the help of the server; the launcher itself runs it. */
    @Command(name = "dist", description = "Make an archive that needs only Java, in target/dist.")
    static final class Dist extends ExternalCommand {}

    /** Lists {@code torture} in the help of the server; the torture runs themselves are in module torture. */
    @Command(name = Torture.NAME, description = Torture.DESCRIPTION)
    public static final class Torture extends ExternalCommand {
        public static final String NAME = "torture";
        public static final String DESCRIPTION =
                "Test the guarantees under crashes and faults: no lost writes, no duplicates.";
    }
}
