package dev.tidings.bench.timed;

import dev.tidings.bench.Findings;
import dev.tidings.core.model.UuidV7;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.InboxRow;
import dev.tidings.tables.NotificationRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;

/** Compares the stored inboxes with the planned notifications. */
final class Judge {
    private static final int CONCURRENT_USERS = 64;

    private final Engine engine;
    private final String tenant;
    private final Findings findings;

    /** A notification in the inbox of a user, with its decision time. */
    record Shown(String id, UUID position, Instant decidedAt) {}

    Judge(Engine engine, String tenant, Findings findings) {
        this.engine = engine;
        this.tenant = tenant;
        this.findings = findings;
    }

    /** Verifies all planned users: the number of copies of each notification, its due time, and that cancelled ones are missing. */
    Map<String, List<Shown>> judge(Collection<Planned> plan) {
        Map<String, List<Planned>> byUser = new LinkedHashMap<>();
        plan.forEach(one ->
                byUser.computeIfAbsent(one.user, user -> new ArrayList<>()).add(one));
        Map<String, List<Shown>> shown = read(byUser.keySet(), plan);
        byUser.forEach((user, planned) -> judge(user, planned, shown.get(user)));
        return shown;
    }

    private void judge(String user, List<Planned> planned, List<Shown> inbox) {
        Map<String, List<Shown>> byId = new HashMap<>();
        inbox.forEach(
                one -> byId.computeIfAbsent(one.id(), id -> new ArrayList<>()).add(one));
        // Includes notifications that were accepted without an answer.
        byId.forEach((id, copies) -> {
            if (copies.size() > 1) {
                findings.broken(Breach.TWICE, id + " of " + user + ": " + copies);
            }
        });
        for (Planned one : planned) {
            List<Shown> copies = one.id() == null ? List.of() : byId.getOrDefault(one.id(), List.of());
            String what = one.id() + " of " + user + ", due " + one.due() + ", found: " + copies;
            if (copies.isEmpty() && one.mustBeSent()) {
                findings.broken(Breach.LOST, what);
            }
            if (!copies.isEmpty() && one.mustNotBeSent()) {
                findings.broken(Breach.CANCELLED, what);
            }
            copies.forEach(row -> judge(one, row, what));
        }
    }

    private void judge(Planned one, Shown row, String what) {
        Instant due = UuidV7.time(row.position());
        if (!one.mayBeSentAt(due)) {
            findings.broken(Breach.WRONG_TIME, what);
        }
        if (row.decidedAt() == null || row.decidedAt().isBefore(due)) {
            findings.broken(Breach.EARLY, what);
        } else {
            findings.late(Duration.between(due, row.decidedAt()));
        }
    }

    /** Reads the inbox of each user from the tables. */
    Map<String, List<Shown>> read(Collection<String> users, Collection<Planned> plan) {
        TreeSet<Integer> months = new TreeSet<>();
        plan.forEach(one -> months.add(Buckets.month(one.due())));
        months.add(Buckets.month(Instant.now()));
        Map<String, List<Shown>> shown = new HashMap<>();
        List<String> left = new ArrayList<>(users);
        for (int from = 0; from < left.size(); from += CONCURRENT_USERS) {
            left.subList(from, Math.min(left.size(), from + CONCURRENT_USERS)).parallelStream()
                    .map(user -> Map.entry(user, read(user, months)))
                    .toList()
                    .forEach(one -> shown.put(one.getKey(), one.getValue()));
        }
        return shown;
    }

    private List<Shown> read(String user, Collection<Integer> months) {
        List<Shown> inbox = new ArrayList<>();
        for (int month : months) {
            Map<UUID, Instant> decided = new HashMap<>();
            all(() -> NotificationRow.TABLE.select(NotificationRow.PAGE, tenant, user, month))
                    .forEach(row -> decided.put(row.position(), row.decidedAt()));
            all(() -> InboxRow.TABLE.select(InboxRow.PAGE, tenant, user, month))
                    .forEach(row -> inbox.add(
                            new Shown(row.notificationId().toString(), row.position(), decided.get(row.position()))));
        }
        return inbox;
    }

    private <R extends Record> List<R> all(Supplier<Select<R>> select) {
        List<R> rows = new ArrayList<>();
        String next = null;
        do {
            Select<R> page = select.get().limit(500);
            Page<R> answer = engine.read(next == null ? page : page.after(next)).join();
            rows.addAll(answer.rows());
            next = answer.next().orElse(null);
        } while (next != null);
        return rows;
    }
}
