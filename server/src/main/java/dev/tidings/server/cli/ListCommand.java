package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import picocli.CommandLine.Option;

/** The base class of commands that print a list. */
abstract class ListCommand<T> extends ApiCommand {
    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "Print at most N items; 0 for all. Default: 20.")
    private int limit;

    @Override
    final int run(Output out) {
        out.list(items(client()), limit, table());
        return 0;
    }

    abstract Iterable<T> items(TidingsClient client);

    abstract Table<T> table();
}
