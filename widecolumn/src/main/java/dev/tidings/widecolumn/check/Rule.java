package dev.tidings.widecolumn.check;

/** A rule of the design check: inspects the facts about one table and adds findings. */
@FunctionalInterface
interface Rule {
    void check(TableFacts facts, Findings findings);
}
