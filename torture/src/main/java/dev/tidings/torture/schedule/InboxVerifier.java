package dev.tidings.torture.schedule;

import dev.tidings.core.model.UuidV7;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.InboxRow;
import dev.tidings.tables.NotificationRow;
import dev.tidings.torture.RunFindings;
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

/**
 * Compares the inboxes in the tables with the planned notifications, and reports lost, duplicate, cancelled and mistimed ones as
 * violations.
 */
final class InboxVerifier {
    private static final int CONCURRENT_USERS = 64;

    private final Engine engine;
    private final String tenant;
    private final RunFindings findings;

    /** A notification in the inbox of a user, with its decision time. */
    record ShownNotification(String id, UUID position, Instant decidedAt) {}

    InboxVerifier(Engine engine, String tenant, RunFindings findings) {
        this.engine = engine;
        this.tenant = tenant;
        this.findings = findings;
    }

    /** Verifies all planned users: the number of copies of each notification, its due time, and that cancelled ones are missing. */
    Map<String, List<ShownNotification>> verify(Collection<PlannedNotification> plan) {
        Map<String, List<PlannedNotification>> byUser = new LinkedHashMap<>();
        plan.forEach(one ->
                byUser.computeIfAbsent(one.user, user -> new ArrayList<>()).add(one));
        Map<String, List<ShownNotification>> shown = read(byUser.keySet(), plan);
        byUser.forEach((user, planned) -> verify(user, planned, shown.get(user)));
        return shown;
    }

    private void verify(String user, List<PlannedNotification> planned, List<ShownNotification> inbox) {
        Map<String, List<ShownNotification>> byId = new HashMap<>();
        inbox.forEach(
                one -> byId.computeIfAbsent(one.id(), id -> new ArrayList<>()).add(one));
        // Includes notifications that were accepted without an answer.
        byId.forEach((id, copies) -> {
            if (copies.size() > 1) {
                findings.violated(ScheduleViolations.DUPLICATED, id + " of " + user + ": " + copies);
            }
        });
        for (PlannedNotification one : planned) {
            List<ShownNotification> copies = one.id() == null ? List.of() : byId.getOrDefault(one.id(), List.of());
            String what = one.id() + " of " + user + ", due " + one.due() + ", found: " + copies;
            if (copies.isEmpty() && one.mustBeSent()) {
                findings.violated(ScheduleViolations.LOST, what);
            }
            if (!copies.isEmpty() && one.mustNotBeSent()) {
                findings.violated(ScheduleViolations.CANCELLED, what);
            }
            copies.forEach(row -> verify(one, row, what));
        }
    }

    private void verify(PlannedNotification one, ShownNotification row, String what) {
        Instant due = UuidV7.time(row.position());
        if (!one.mayBeSentAt(due)) {
            findings.violated(ScheduleViolations.WRONG_TIME, what);
        }
        if (row.decidedAt() == null || row.decidedAt().isBefore(due)) {
            findings.violated(ScheduleViolations.EARLY, what);
        } else {
            findings.recordLateness(Duration.between(due, row.decidedAt()));
        }
    }

    /** Reads the inbox of each user from the tables. */
    Map<String, List<ShownNotification>> read(Collection<String> users, Collection<PlannedNotification> plan) {
        TreeSet<Integer> months = new TreeSet<>();
        plan.forEach(one -> months.add(Buckets.month(one.due())));
        months.add(Buckets.month(Instant.now()));
        Map<String, List<ShownNotification>> shown = new HashMap<>();
        List<String> left = new ArrayList<>(users);
        for (int from = 0; from < left.size(); from += CONCURRENT_USERS) {
            left.subList(from, Math.min(left.size(), from + CONCURRENT_USERS)).parallelStream()
                    .map(user -> Map.entry(user, read(user, months)))
                    .toList()
                    .forEach(one -> shown.put(one.getKey(), one.getValue()));
        }
        return shown;
    }

    private List<ShownNotification> read(String user, Collection<Integer> months) {
        List<ShownNotification> inbox = new ArrayList<>();
        for (int month : months) {
            Map<UUID, Instant> decided = new HashMap<>();
            all(() -> NotificationRow.TABLE.select(NotificationRow.PAGE, tenant, user, month))
                    .forEach(row -> decided.put(row.position(), row.decidedAt()));
            all(() -> InboxRow.TABLE.select(InboxRow.PAGE, tenant, user, month))
                    .forEach(row -> inbox.add(new ShownNotification(
                            row.notificationId().toString(), row.position(), decided.get(row.position()))));
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
