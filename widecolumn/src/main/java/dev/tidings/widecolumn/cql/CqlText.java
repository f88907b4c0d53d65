package dev.tidings.widecolumn.cql;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Formats identifiers (quoted if reserved), string literals and comment lines for generated CQL. */
final class CqlText {
    private static final int COMMENT_WIDTH = 116;

    /** Reserved in Cassandra or ScyllaDB: as names they need quotes. */
    private static final Set<String> RESERVED = Set.of("""
            add allow alter and apply asc authorize batch begin by columnfamily create default delete desc
            describe drop entries execute from full grant if in index infinity insert into is keyspace
            limit materialized mbean mbeans modify nan norecursive not null of on or order primary rename
            replace revoke schema select set table to token truncate unlogged unset update use using view
            where with
            """.strip().split("\\s+"));

    private CqlText() {}

    /** A table or column name: always lower case, so that quotes are needed only around reserved words. */
    static String name(String name) {
        return RESERVED.contains(name) ? '"' + name + '"' : name;
    }

    static String string(String text) {
        return "'" + oneLine(text).replace("'", "''") + "'";
    }

    static String oneLine(String text) {
        return text.strip().replaceAll("\\s+", " ");
    }

    /** Text as comment lines, wrapped between words. */
    static List<String> comment(String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder("--");
        for (String word : oneLine(text).split(" ")) {
            if (line.length() + 1 + word.length() > COMMENT_WIDTH && line.length() > 2) {
                lines.add(line.toString());
                line = new StringBuilder("--");
            }
            line.append(' ').append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
