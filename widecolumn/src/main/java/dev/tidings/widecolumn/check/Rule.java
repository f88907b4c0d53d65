package dev.tidings.widecolumn.check;

/** One item of the checklist. */
@FunctionalInterface
interface Rule {
    void check(TableFacts facts, Findings findings);
}
