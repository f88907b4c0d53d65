package dev.tidings.torture.crash;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Compares the inboxes of a service with what a ledger says was acknowledged, and counts the differences. */
final class LedgerCheck {
    private static final int EVIDENCE_SHOWN = 10;

    private final String run;
    private final Duration routedWithin;
    private final Random random;
    private long lost;
    private long duplicated;
    private long regressed;
    private long miscounted;
    private int shown;

    /**
     * @param run the name of the run, in front of evidence
     * @param routedWithin how long acked notifications may take to be in the inbox
     */
    LedgerCheck(String run, Duration routedWithin, Random random) {
        this.run = run;
        this.routedWithin = routedWithin;
        this.random = random;
    }

    /** Acked notifications that are missing from the inbox. */
    long lost() {
        return lost;
    }

    /** Notifications that occur twice in an inbox. */
    long duplicated() {
        return duplicated;
    }

    /** Items that were read and are unread, or in the inbox without a delivery in the state sent. */
    long regressed() {
        return regressed;
    }

    /** Users whose unread count differs from their inbox. */
    long miscounted() {
        return miscounted;
    }

    boolean met() {
        return lost + duplicated + regressed + miscounted == 0;
    }

    void countLost(String evidence) {
        lost++;
        printEvidence(evidence);
    }

    /** @param expected the ids of acked notifications by nonce, and what was read */
    void verify(CrashApi api, String user, AckLedger.Acked expected) throws InterruptedException {
        Map<String, String> acked = expected.ids();
        List<CrashApi.InboxEntry> inbox = awaitRouted(api, user, acked.keySet());
        Map<String, Integer> times = new HashMap<>();
        inbox.forEach(item -> times.merge(item.nonce(), 1, Integer::sum));
        for (Map.Entry<String, String> entry : acked.entrySet()) {
            if (!times.containsKey(entry.getKey())) {
                countLost("lost: " + entry + " of " + user);
            }
        }
        times.forEach((nonce, count) -> {
            if (count > 1) {
                duplicated++;
                printEvidence("occurs " + count + " times: " + nonce + " of " + user);
            }
        });
        Set<String> read = expected.read();
        long unread = 0;
        for (CrashApi.InboxEntry item : inbox) {
            unread += item.read() ? 0 : 1;
            if (!item.read() && read.contains(item.id())) {
                regressed++;
                printEvidence("was read and is unread: " + item + " of " + user);
            }
        }
        long counted = api.unread(user);
        if (counted != unread) {
            miscounted++;
            printEvidence("unread count " + counted + ", in the inbox " + unread + " of " + user);
        }
        if (!inbox.isEmpty()) {
            CrashApi.InboxEntry item = inbox.get(random.nextInt(inbox.size()));
            String state = api.state(user, item.id());
            if (!state.equals("sent")) {
                regressed++;
                printEvidence("in the inbox and " + state + ": " + item + " of " + user);
            }
        }
    }

    /** Reads the inbox until all acked notifications are there; the backlog of the log is routed after a start. */
    private List<CrashApi.InboxEntry> awaitRouted(CrashApi api, String user, Set<String> nonces)
            throws InterruptedException {
        long end = System.nanoTime() + routedWithin.toNanos();
        while (true) {
            List<CrashApi.InboxEntry> inbox = api.inbox(user);
            Set<String> there = new HashSet<>();
            inbox.forEach(item -> there.add(item.nonce()));
            if (there.containsAll(nonces) || System.nanoTime() > end) {
                return inbox;
            }
            Thread.sleep(20);
        }
    }

    private void printEvidence(String evidence) {
        if (shown++ < EVIDENCE_SHOWN) {
            System.err.println(run + ": " + evidence);
        }
    }
}
