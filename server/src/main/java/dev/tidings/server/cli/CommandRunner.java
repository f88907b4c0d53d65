package dev.tidings.server.cli;

import dev.tidings.server.config.ConfigException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * How every main class of Tidings runs its commands: a mistake on the command line exits with 2, a failure of the
 * command with 1, and both are told on one line of standard error; only of a configuration all mistakes are told, on a
 * line each.
 */
public final class CommandRunner {

    private CommandRunner() {}

    /** Call this last: subcommands that are added later keep picocli's own habits. */
    public static CommandLine prepare(CommandLine root) {
        return prepare(root, "1".equals(System.getenv("TIDINGS_DEBUG")));
    }

    static CommandLine prepare(CommandLine root, boolean debug) {
        IParameterExceptionHandler onUsage = (mistake, args) -> reportMistake(mistake);
        return root.setParameterExceptionHandler(onUsage)
                .setExecutionExceptionHandler((failure, command, parsed) -> reportFailure(failure, command, debug))
                // Errors, such as a native library that can't be loaded, would pass by the handler above.
                .setExecutionStrategy(parsed -> runLast(parsed, debug))
                // An argument such as @alice is meant as it stands, not as the name of a file with arguments.
                .setExpandAtFiles(false)
                .setUsageHelpAutoWidth(true);
    }

    private static int runLast(ParseResult parsed, boolean debug) {
        try {
            return new CommandLine.RunLast().execute(parsed);
        } catch (Error failure) {
            return reportFailure(failure, parsed.commandSpec().commandLine(), debug);
        }
    }

    private static int reportMistake(ParameterException mistake) {
        var command = mistake.getCommandLine();
        var err = command.getErr();
        err.println("tidings: " + UsageMistake.describe(mistake));
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        err.flush();
        return ExitCode.USAGE;
    }

    private static int reportFailure(Throwable failure, CommandLine command, boolean debug) {
        PrintWriter err = command.getErr();
        if (failure instanceof ConfigException config) {
            config.mistakes().forEach(mistake -> err.println("tidings: " + mistake));
        } else {
            err.println("tidings: " + FailureLine.of(failure));
        }
        if (debug || verbose(command)) {
            failure.printStackTrace(err);
        }
        err.flush();
        return ExitCode.SOFTWARE;
    }

    private static boolean verbose(CommandLine command) {
        return command.getCommandSpec().root().userObject() instanceof TidingsCommand root && root.verbose();
    }
}
