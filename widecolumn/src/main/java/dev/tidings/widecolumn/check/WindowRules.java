package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Workload;
import java.time.Duration;

/**
 * Rules of the design check about time-window compaction, which drops a file as a whole when all its rows have expired. Report tables whose
 * rows never expire, whose number of windows is too high or too low, or whose updates and deletes reach back into old windows.
 */
final class WindowRules {
    private WindowRules() {}

    static void windows(TableFacts facts, Findings findings) {
        facts.table().compactionWindow().ifPresent(window -> {
            facts.table()
                    .ttl()
                    .ifPresentOrElse(ttl -> number(window, ttl.life(), findings), () -> neverDropped(window, findings));
            facts.workload().ifPresent(workload -> reachingBack(window, workload, findings));
        });
    }

    private static void neverDropped(Duration window, Findings findings) {
        findings.error(
                FindingCode.TTL_WINDOW_MISMATCH,
                "Rows are compacted in windows of " + HumanReadable.duration(window)
                        + " but never expire: every window leaves a file for good, and a read may have to open all of"
                        + " them. Set a time to live, or leave the window out.");
    }

    private static void number(Duration window, Duration life, Findings findings) {
        double windows = HumanReadable.days(life) / HumanReadable.days(window);
        String fit = HumanReadable.duration(life) + " of life in windows of " + HumanReadable.duration(window)
                + " make " + HumanReadable.count(windows) + " windows";
        if (windows > Limits.MAX_WINDOWS) {
            findings.warning(
                    FindingCode.TTL_WINDOW_MISMATCH,
                    fit + ", each a file at least that a read may have to open. Fewer than "
                            + HumanReadable.count(Limits.MAX_WINDOWS) + " are advised: make the window longer.");
        } else if (windows < Limits.MIN_WINDOWS) {
            findings.add(
                    windows < 2 ? Severity.WARNING : Severity.NOTE,
                    FindingCode.TTL_WINDOW_MISMATCH,
                    fit
                            + ": a file is dropped only when its last row has expired, so with few windows much"
                            + " expired data stays on disk. Make the window shorter; 20 to 30 windows are usual.");
        }
    }

    private static void reachingBack(Duration window, Workload workload, Findings findings) {
        if (workload.deletedShare() > 0) {
            findings.warning(
                    FindingCode.TTL_WINDOW_MISMATCH,
                    "Rows are deleted explicitly, but compacted in windows of " + HumanReadable.duration(window)
                            + ": a delete of an older row lands in a later window than the row, the two are never"
                            + " merged, and the space is not given back before the row expires. Let rows expire, or"
                            + " leave the window out.");
        }
        if (workload.updatesPerRow() > 0) {
            findings.note(
                    FindingCode.TTL_WINDOW_MISMATCH,
                    "Rows are written again (" + HumanReadable.count(workload.updatesPerRow())
                            + " a row): an update later than the window of " + HumanReadable.duration(window)
                            + " stays in another file than its row, so a read merges several. It does no harm while"
                            + " most updates come soon after the row.");
        }
    }
}
