package dev.tidings.server.cli;

import dev.tidings.server.validation.ClosestMatch;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Formats a usage error of picocli as one line for standard error: the unknown option or command, and the nearest valid one. */
final class UsageErrorLine {

    private UsageErrorLine() {}

    static String describe(ParameterException mistake) {
        if (mistake instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return unknown(
                    unmatched.getUnmatched().get(0), unmatched.getCommandLine().getCommandSpec());
        }
        return FailureLine.of(mistake);
    }

    private static String unknown(String word, CommandSpec command) {
        if (word.startsWith("-")) {
            return "unknown option '" + word + "'"
                    + suggestion(word, command.optionsMap().keySet());
        }
        if (!command.subcommands().isEmpty()) {
            return "unknown command '" + word + "'"
                    + suggestion(word, command.subcommands().keySet());
        }
        return "unexpected argument '" + word + "'";
    }

    private static String suggestion(String word, Iterable<String> known) {
        return ClosestMatch.to(word, known)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse("");
    }
}
