package dev.tidings.server.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The base class of the root command {@code tidings}: its help, version and verbose options. Each main class adds its own subcommands. */
@Command(
        name = "tidings",
        description = "A notification platform that grows from a laptop to hundreds of Cassandra nodes.",
        versionProvider = Version.class)
public abstract class TidingsCommand extends CommandGroup {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this help and exit.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Show the version and exit.")
    private boolean version;

    @Option(
            names = "--verbose",
            scope = ScopeType.INHERIT,
            description = "Print the stack trace when a command fails (same as TIDINGS_DEBUG=1).")
    private boolean verbose;

    boolean verbose() {
        return verbose;
    }
}
