package dev.tidings.server.cli;

import dev.tidings.server.config.ConfigException;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Configures picocli for every main class of Tidings: a usage error exits with 2, a failed command with 1. Both print one line to
 * standard error; an invalid configuration prints a line per error.
 */
public final class CommandRunner {

    private CommandRunner() {}

    /** Call this last: subcommands that are added later keep picocli's defaults. */
    public static CommandLine prepare(CommandLine root) {
        return prepare(root, "1".equals(System.getenv("TIDINGS_DEBUG")));
    }

    static CommandLine prepare(CommandLine root, boolean debug) {
        IParameterExceptionHandler onUsage = (mistake, args) -> reportMistake(mistake);
        return root.setParameterExceptionHandler(onUsage)
                .setExecutionExceptionHandler((failure, command, parsed) -> reportFailure(failure, command, debug))
                // The handler above does not see Errors, such as a native library that can't be loaded.
                .setExecutionStrategy(parsed -> runLast(parsed, debug))
                // An argument such as @alice is a literal, not the name of an argument file.
                .setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
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
        err.println("tidings: " + UsageErrorLine.describe(mistake));
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        err.flush();
        return ExitCode.USAGE;
    }

    private static int reportFailure(Throwable failure, CommandLine command, boolean debug) {
        PrintWriter err = command.getErr();
        if (failure instanceof ConfigException config) {
            config.errors().forEach(mistake -> err.println("tidings: " + mistake));
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
