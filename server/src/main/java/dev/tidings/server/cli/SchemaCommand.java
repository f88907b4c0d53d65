package dev.tidings.server.cli;

import dev.tidings.tables.TidingsSchema;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.check.DesignCheck;
import dev.tidings.widecolumn.check.DesignReport;
import dev.tidings.widecolumn.check.TextReport;
import dev.tidings.widecolumn.cql.CqlKeyspace;
import dev.tidings.widecolumn.cql.CqlSchema;
import dev.tidings.widecolumn.rocksdb.KeyLayout;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The commands that print and check the table schema. */
@Command(
        name = "schema",
        description = "Print the table schema, or check its design.",
        subcommands = {SchemaCommand.Print.class, SchemaCommand.Check.class})
final class SchemaCommand extends CommandGroup {

    @Command(name = "print", description = "Print every table. Default: as CQL.")
    static final class Print implements Callable<Integer> {
        @ArgGroup
        private Form form = new Form();

        @Spec
        private CommandSpec spec;

        private static final class Form {
            @Option(names = "--cql", description = "As commented CQL for Cassandra and ScyllaDB (the default).")
            private boolean cql;

            @Option(names = "--rocksdb", description = "As the layout of the keys in RocksDB.")
            private boolean rocksdb;
        }

        @Override
        public Integer call() {
            CqlKeyspace keyspace = new CqlKeyspace(TidingsSchema.SCHEMA.name(), Map.of("datacenter1", 3));
            String text =
                    form.rocksdb ? KeyLayout.of(TidingsSchema.SCHEMA) : CqlSchema.file(TidingsSchema.SCHEMA, keyspace);
            spec.commandLine().getOut().print(text);
            spec.commandLine().getOut().flush();
            return 0;
        }
    }

    @Command(
            name = "check",
            description = "Check each table's key, queries and partition sizes; exit with 1 on errors.")
    static final class Check implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() {
            DesignReport report = DesignCheck.of(TidingsSchema.SCHEMA.tables().stream()
                    .map(Table::declaration)
                    .toList());
            spec.commandLine().getOut().print(TextReport.of(report));
            spec.commandLine().getOut().flush();
            return report.hasErrors() ? 1 : 0;
        }
    }
}
