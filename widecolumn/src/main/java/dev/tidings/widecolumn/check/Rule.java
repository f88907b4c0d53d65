package dev.tidings.widecolumn.check;

/** A rule of the design check. */
@FunctionalInterface
interface Rule {
    void check(TableFacts facts, Findings findings);
}
