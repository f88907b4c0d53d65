package dev.tidings.widecolumn;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The tables that are stored together: one folder on RocksDB, one keyspace on Cassandra. */
public record Schema(String name, List<Table<?>> tables) {
    public Schema {
        tables = List.copyOf(tables);
        Set<String> names = new HashSet<>();
        for (Table<?> table : tables) {
            if (!names.add(table.name())) {
                throw new SchemaException("schema " + name + " has two tables named " + table.name());
            }
        }
    }

    public static Schema of(String name, Table<?>... tables) {
        return new Schema(name, List.of(tables));
    }

    public Optional<Table<?>> table(String tableName) {
        return tables.stream()
                .filter(t -> t.name().equals(tableName))
                .findFirst()
                .map(t -> t);
    }
}
