package dev.tidings.server.cli;

import java.io.Console;

/** Detects whether a person reads the output: secrets are printed only then, since anything else may be a log. */
final class Terminal {
    private Terminal() {}

    static boolean isInteractive() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // Since Java 22 there may be a console without a terminal.
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException older) {
            return true;
        }
    }
}
