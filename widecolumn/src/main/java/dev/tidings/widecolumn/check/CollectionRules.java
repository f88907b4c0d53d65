package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Workload;

/**
 * The rule of the design check about map and set columns: reports those with too many entries or bytes, which should be rows of a table of
 * their own.
 */
final class CollectionRules {
    private CollectionRules() {}

    static void collections(TableFacts facts, Findings findings) {
        facts.workload()
                .ifPresent(workload -> facts.table().regular().stream()
                        .filter(c -> c.type().isCollection())
                        .forEach(c -> collection(c, workload, findings)));
    }

    private static void collection(Column<?> column, Workload workload, Findings findings) {
        ValueSizes sizes = new ValueSizes(workload);
        double entries = sizes.entries(column);
        double bytes = entries * sizes.bytes(column);
        boolean huge = entries > Limits.MAX_COLLECTION_ENTRIES || bytes > Limits.MAX_COLLECTION_BYTES;
        if (huge || entries > Limits.WARN_COLLECTION_ENTRIES) {
            findings.add(
                    huge ? Severity.ERROR : Severity.WARNING,
                    FindingCode.HUGE_COLLECTION,
                    column.name() + " holds " + HumanReadable.count(entries) + " entries, " + HumanReadable.bytes(bytes)
                            + ": a collection has no pages, so every read of a row merges and sends all of it. Up to "
                            + HumanReadable.count(Limits.WARN_COLLECTION_ENTRIES)
                            + " entries are fine. Give the entries rows of"
                            + " their own, with " + column.name() + "'s key as a clustering column.");
        }
    }
}
