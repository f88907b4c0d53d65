package dev.tidings.testkit.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.AuditEntry;
import dev.tidings.core.metadata.MetadataStore.RecurringSchedules.Change;
import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.core.metadata.RecurringSchedule.Progress;
import dev.tidings.core.model.Recurrence;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of recurring schedules: changes are locked by revision, and progress of an outdated revision is never stored. */
abstract class RecurringContract extends MetadataTheme {
    RecurringContract(MetadataStoreContract contract) {
        super(contract);
    }

    private RecurringSchedule fresh(String name, Optional<Instant> next) {
        return new RecurringSchedule(
                tenant,
                name,
                new Recurrence(
                        new Recurrence.Cron("0 9 * * 1-5"),
                        ZoneId.of("Europe/Berlin"),
                        Optional.empty(),
                        Optional.empty()),
                false,
                MissedPolicy.SKIP,
                "{\"title\":\"x\"}",
                T0,
                0,
                new Progress(0, T0, T0, next, Optional.empty()));
    }

    private RecurringSchedule stored(String name) {
        return put(fresh(name, Optional.of(T1))).orElseThrow();
    }

    private Optional<RecurringSchedule> put(RecurringSchedule schedule) {
        return metadata.recurring().put(schedule, Change.PUT, T1, ACTOR);
    }

    private static RecurringSchedule at(RecurringSchedule schedule, long revision) {
        return new RecurringSchedule(
                schedule.tenant(),
                schedule.name(),
                schedule.recurrence(),
                schedule.paused(),
                schedule.missed(),
                schedule.request(),
                schedule.createdAt(),
                revision,
                schedule.progress());
    }

    @Test
    void whatIsPutIsFoundFieldByField() {
        RecurringSchedule full = new RecurringSchedule(
                tenant,
                "n",
                new Recurrence(
                        new Recurrence.Every(Duration.ofMinutes(90)),
                        ZoneId.of("America/Argentina/ComodRivadavia"),
                        Optional.of(T1),
                        Optional.of(T2)),
                true,
                MissedPolicy.CATCH_UP,
                "{\"title\":\"" + "é🎉'\\\"".repeat(50_000) + "\"}",
                T0,
                0,
                new Progress(0, T1, T1, Optional.empty(), Optional.empty()));
        assertThat(metadata.recurring().find(tenant, "n")).isEmpty();
        RecurringSchedule first = put(full).orElseThrow();
        assertThat(first.revision()).isPositive();
        assertThat(first).isEqualTo(at(full, first.revision()).restarted(T1, Optional.empty()));
        assertThat(metadata.recurring().find(tenant, "n")).contains(first);
        RecurringSchedule bare = at(fresh("n", Optional.of(T2)), first.revision());
        RecurringSchedule second = put(bare).orElseThrow();
        assertThat(second).isEqualTo(at(bare, second.revision()).restarted(T0, Optional.of(T2)));
        assertThat(metadata.recurring().find(tenant, "n")).contains(second);
    }

    @Test
    void aPutThatHasNotSeenTheLastChangeIsRefused() {
        RecurringSchedule first = stored("n");
        RecurringSchedule second = put(first).orElseThrow();
        assertThat(second.revision()).isGreaterThan(first.revision());
        int entries = audit(tenant).size();
        assertThat(put(first)).isEmpty();
        assertThat(put(at(first, 0))).isEmpty();
        assertThat(put(at(fresh("other", Optional.empty()), first.revision()))).isEmpty();
        assertThat(metadata.recurring().find(tenant, "n")).contains(second);
        assertThat(metadata.recurring().find(tenant, "other")).isEmpty();
        assertThat(audit(tenant)).hasSize(entries);
    }

    @Test
    void concurrentChanges_haveOneWinner() throws Exception {
        RecurringSchedule first = stored("n");
        assertThat(together(8, i -> put(first).isPresent())).containsOnlyOnce(true);
        assertThat(together(8, i -> put(fresh("new", Optional.empty())).isPresent()))
                .containsOnlyOnce(true);
    }

    @Test
    void hold_changesTheRevisionUntilTheNextPut() {
        RecurringSchedule first = stored("n");
        int entries = audit(tenant).size();
        RecurringSchedule held = metadata.recurring().hold(tenant, "n", T2).orElseThrow();
        assertThat(held.revision()).isGreaterThan(first.revision());
        assertThat(held.progress()).isEqualTo(new Progress(first.revision(), T0, T0, Optional.of(T1), Optional.of(T2)));
        assertThat(held.sameDefinitionAs(first)).isTrue();
        assertThat(metadata.recurring().find(tenant, "n")).contains(held);
        assertThat(audit(tenant)).hasSize(entries);
        assertThat(put(first)).isEmpty();
        assertThat(put(held).orElseThrow().progress().heldUntil()).isEmpty();
        assertThat(metadata.recurring().hold(tenant, "none", T2)).isEmpty();
    }

    @Test
    void progressIsStoredOnlyForTheRevisionItIsOf() {
        RecurringSchedule a = stored("a");
        RecurringSchedule b = stored("b");
        RecurringSchedule held = metadata.recurring().hold(tenant, "a", T2).orElseThrow();
        int entries = audit(tenant).size();
        metadata.recurring().advance(List.of(a.planned(T2, Optional.empty()), b.planned(T2, Optional.empty())));
        assertThat(metadata.recurring().find(tenant, "a")).contains(held);
        assertThat(metadata.recurring().find(tenant, "b")).contains(b.planned(T2, Optional.empty()));
        assertThat(metadata.recurring()
                        .find(tenant, "b")
                        .orElseThrow()
                        .progress()
                        .seriesFrom())
                .isEqualTo(T0);
        RecurringSchedule restarted = held.restarted(T1, Optional.of(T2));
        assertThat(restarted.progress().series()).isEqualTo(held.revision()).isGreaterThan(a.revision());
        metadata.recurring().advance(List.of(restarted));
        assertThat(metadata.recurring().find(tenant, "a")).contains(restarted);
        assertThat(audit(tenant)).hasSize(entries);
    }

    @Test
    void revisionsAreNeverReused() {
        RecurringSchedule first = stored("n");
        assertThat(metadata.recurring().delete(tenant, "n", first.revision() + 1, T1, ACTOR))
                .isFalse();
        assertThat(metadata.recurring().delete(tenant, "n", first.revision(), T1, ACTOR))
                .isTrue();
        assertThat(metadata.recurring().delete(tenant, "n", first.revision(), T1, ACTOR))
                .isFalse();
        assertThat(metadata.recurring().find(tenant, "n")).isEmpty();
        assertThat(put(first)).isEmpty();
        assertThat(stored("n").revision()).isGreaterThan(first.revision());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void dueSchedules_arePagedAcrossTenants(int limit) {
        String mine = tenant;
        List<RecurringSchedule> expected = new ArrayList<>();
        for (String of : List.of(mine, other).stream().sorted().toList()) {
            tenant = of;
            expected.add(put(fresh("a", Optional.of(T0))).orElseThrow());
            put(fresh("b", Optional.of(T2)));
            put(fresh("c", Optional.empty()));
            expected.add(put(fresh("d", Optional.of(T1))).orElseThrow());
        }
        assertThat(due(T1, T2, limit, mine)).containsExactlyElementsOf(expected);
    }

    @Test
    void planBeyondTheHorizon_isDueUnlessPaused() {
        RecurringSchedule ahead = stored("ahead").planned(T2, Optional.of(T2.plusSeconds(1)));
        RecurringSchedule ended = stored("ended").planned(T2, Optional.empty());
        RecurringSchedule paused = paused("paused", T2);
        metadata.recurring().advance(List.of(ahead, ended));
        assertThat(metadata.recurring()
                        .find(tenant, "paused")
                        .orElseThrow()
                        .progress()
                        .plannedTo())
                .isEqualTo(T2);
        assertThat(due(T0, T2, 10, tenant)).isEmpty();
        assertThat(due(T0, T2.minusMillis(1), 10, tenant)).containsExactly(ahead, ended);
        RecurringSchedule back = ahead.resetTo(T1, T1);
        metadata.recurring().advance(List.of(back));
        assertThat(metadata.recurring().find(tenant, "ahead")).contains(back);
        assertThat(due(T0, T2.minusMillis(1), 10, tenant))
                .containsExactly(ended)
                .doesNotContain(paused);
    }

    private RecurringSchedule paused(String name, Instant plannedTo) {
        RecurringSchedule fresh = fresh(name, Optional.empty());
        return put(new RecurringSchedule(
                        tenant,
                        name,
                        fresh.recurrence(),
                        true,
                        fresh.missed(),
                        fresh.request(),
                        T0,
                        0,
                        new Progress(0, plannedTo, plannedTo, Optional.empty(), Optional.empty())))
                .orElseThrow();
    }

    private List<RecurringSchedule> due(Instant until, Instant farthest, int limit, String mine) {
        List<RecurringSchedule> found = new ArrayList<>();
        Optional<RecurringSchedule> after = Optional.empty();
        do {
            List<RecurringSchedule> part = metadata.recurring().due(until, farthest, after, limit);
            assertThat(part).hasSizeLessThanOrEqualTo(limit);
            part.stream()
                    .filter(each -> each.tenant().equals(mine) || each.tenant().equals(other))
                    .forEach(found::add);
            after = part.isEmpty() ? Optional.empty() : Optional.of(part.get(part.size() - 1));
        } while (after.isPresent());
        return found;
    }

    @Test
    void tenantsAreApart() {
        RecurringSchedule mine = stored("n");
        assertThat(metadata.recurring().find(other, "n")).isEmpty();
        assertThat(metadata.recurring().hold(other, "n", T2)).isEmpty();
        assertThat(metadata.recurring().delete(other, "n", mine.revision(), T1, ACTOR))
                .isFalse();
        assertThat(metadata.recurring().list(other, Optional.empty(), 10).items())
                .isEmpty();
        assertThat(metadata.recurring().find(tenant, "n")).contains(mine);
    }

    @Test
    void areListedByNameInParts() {
        List<RecurringSchedule> all = List.of(stored("a"), stored("b"), stored("c"), stored("d"));
        assertThat(all(after -> metadata.recurring().list(tenant, after, 3))).containsExactlyElementsOf(all);
        assertThat(metadata.recurring().list(tenant, Optional.empty(), 4).next())
                .isEmpty();
    }

    @Test
    void auditLog_describesEachChange() {
        RecurringSchedule one = stored("n");
        one = metadata.recurring().put(one, Change.PAUSE, T1, ACTOR).orElseThrow();
        one = metadata.recurring().put(one, Change.RESUME, T1, ACTOR).orElseThrow();
        metadata.recurring().delete(tenant, "n", one.revision(), T2, ACTOR);
        assertThat(audit(tenant).subList(0, 4))
                .extracting(AuditEntry::action)
                .containsExactly("recurring.delete", "recurring.resume", "recurring.pause", "recurring.put");
        assertThat(audit(tenant).get(0)).returns("n", AuditEntry::subject).returns(T2, AuditEntry::at);
    }
}
