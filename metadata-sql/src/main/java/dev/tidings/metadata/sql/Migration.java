package dev.tidings.metadata.sql;

import org.jooq.DSLContext;

/**
 * One numbered step of the database schema, applied once by {@link Migrations}. Immutable once released: databases exist that have applied
 * it. Where DDL can't be rolled back (MySQL), an interrupted step runs again from its start, so each of its statements has to be
 * repeatable.
 */
interface Migration {
    /** Counts from one, without gaps. */
    int number();

    /** A description for readers of the table of versions. */
    String description();

    void apply(DSLContext sql, Ddl ddl);
}
