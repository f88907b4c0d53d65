package dev.tidings.server.meta;

import org.jooq.DSLContext;

/**
 * One step of the schema. Once released it is never changed: databases exist that have taken it. Where making tables can't be
 * rolled back (MySQL), a step that broke off is taken again from its start, so each of its statements has to bear being repeated.
 */
interface Migration {
    /** Counted from one, without gaps. */
    int number();

    /** What it does, for whoever reads the table of versions. */
    String sentence();

    void apply(DSLContext sql, Ddl ddl);
}
