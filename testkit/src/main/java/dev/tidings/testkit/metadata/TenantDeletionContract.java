package dev.tidings.testkit.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidings.core.metadata.AuditEntry;
import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.core.metadata.ProviderAccount;
import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.metadata.WebhookEndpoint;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Recurrence;
import dev.tidings.core.model.Template;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contract of the deletion of tenants: nothing is left but the deletion, other tenants keep everything, and the id can be used again. */
abstract class TenantDeletionContract extends MetadataTheme {
    private static final int MANY = 2_500;

    TenantDeletionContract(MetadataStoreContract contract) {
        super(contract);
    }

    private Erasure deletion(String id) {
        return Erasure.ofTenant(tenant, id, T1);
    }

    private Erasure delete() {
        return metadata.erasures()
                .tenants()
                .add(deletion(fresh("deletion")), other, ACTOR)
                .orElseThrow();
    }

    private Erasure deleteCompletely() {
        Erasure deletion = delete();
        metadata.erasures().tenants().removeData(tenant);
        Erasure completed = deletion.completed(T2, Map.of("users", 1L));
        metadata.erasures().complete(completed);
        return completed;
    }

    private void fill(String of) {
        metadata.apiKeys().add(key(of, "key-" + of), ACTOR);
        metadata.tokenSecrets().add(secret(of, "kid"), ACTOR);
        metadata.users().put(of, List.of(user("u", "a@b"), user("gone", "c@d")), T0, ACTOR);
        metadata.devices().put(of, "u", device("phone", "token"), Optional.empty(), T0, ACTOR);
        metadata.preferences().change(of, "u", typed("t", Channel.EMAIL, Optional.of(false)), T0, ACTOR);
        metadata.types().put(of, type("t"), ACTOR);
        metadata.types().put(of, type("deleted"), ACTOR);
        metadata.types().delete(of, "deleted", ACTOR);
        metadata.templates()
                .put(
                        of,
                        new Template(
                                "t",
                                Channel.SMS,
                                "en",
                                0,
                                Template.State.ACTIVE,
                                Map.of("text", "hello"),
                                Set.of(),
                                T0),
                        T0,
                        ACTOR);
        metadata.recurring().put(schedule(of), MetadataStore.RecurringSchedules.Change.PUT, T0, ACTOR);
        metadata.providers()
                .put(
                        new ProviderAccount(
                                of, "p", "k", 0, true, 1, 0, Duration.ofSeconds(1), Map.of(), new byte[0], 0),
                        ACTOR);
        metadata.endpoints()
                .put(
                        new WebhookEndpoint(
                                of, "e", "https://a.example", Set.of(), new byte[] {1}, Optional.empty(), T0, 0),
                        MetadataStore.Endpoints.Change.ADD,
                        T0,
                        ACTOR);
        metadata.erasures()
                .add(new Erasure(of, "erasure", "hash", T0, Optional.empty(), Map.of()), "gone", "erased-1", ACTOR);
    }

    private static RecurringSchedule schedule(String of) {
        return new RecurringSchedule(
                of,
                "daily",
                new Recurrence(new Recurrence.Cron("0 9 * * *"), ZoneId.of("UTC"), Optional.empty(), Optional.empty()),
                false,
                MissedPolicy.SKIP,
                "{}",
                T0,
                0,
                new RecurringSchedule.Progress(0, T0, T0, Optional.of(T1), Optional.empty()));
    }

    /** One line for each kind of data that the tenant has. */
    private List<String> kinds(String of) {
        Map<String, Boolean> there = Map.ofEntries(
                Map.entry("tenant", metadata.tenants().find(of).isPresent()),
                Map.entry("key", metadata.apiKeys().find("key-" + of).isPresent()),
                Map.entry("secret", metadata.tokenSecrets().find(of, "kid").isPresent()),
                Map.entry("user", metadata.users().find(of, "u").isPresent()),
                Map.entry("device", !metadata.devices().list(of, "u").isEmpty()),
                Map.entry("preferences", !metadata.preferences().find(of, "u").equals(Preferences.NONE)),
                Map.entry("type", !metadata.types().list(of).isEmpty()),
                Map.entry("deleted type", !metadata.types().deleted(of).isEmpty()),
                Map.entry("template", !metadata.templates().newest(of).isEmpty()),
                Map.entry("recurring", metadata.recurring().find(of, "daily").isPresent()),
                Map.entry("provider", !metadata.providers().list(of).isEmpty()),
                Map.entry("endpoint", !metadata.endpoints().list(of).isEmpty()),
                Map.entry("erasure", metadata.erasures().find(of, "erasure").isPresent()),
                Map.entry("audit", !audit(of).isEmpty()));
        return there.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    @Test
    void deletedTenant_leavesOnlyTheDeletion() {
        fill(tenant);
        fill(other);
        List<String> all = kinds(other);
        assertThat(kinds(tenant)).isEqualTo(all).hasSize(14);

        Erasure deletion = delete();
        assertThat(kinds(tenant))
                .as("what lets it act is gone at once")
                .doesNotContain("tenant", "key", "secret", "recurring", "provider", "endpoint");
        Map<String, Long> removed = metadata.erasures().tenants().removeData(tenant);

        assertThat(kinds(tenant)).isEmpty();
        assertThat(removed).containsKeys("users", "settings", "audit");
        assertThat(metadata.erasures().tenants().removeData(tenant))
                .as("repeated")
                .isEmpty();
        assertThat(metadata.erasures().tenants().find(tenant)).contains(deletion);
        assertThat(metadata.erasures().list()).contains(deletion);
        assertThat(kinds(other)).isEqualTo(all);
    }

    @Test
    void deletion_isInTheOperatorsAuditLog() {
        delete();
        assertThat(audit(other))
                .filteredOn(entry -> entry.action().equals("tenant.delete"))
                .extracting(AuditEntry::subject, AuditEntry::actor)
                .containsExactly(tuple(tenant, ACTOR));
    }

    @Test
    void repeatedDeletion_isTheSame() {
        Erasure first = delete();
        assertThat(delete()).isEqualTo(first);
        metadata.erasures().complete(first.completed(T2, Map.of()));
        assertThat(metadata.erasures().tenants().add(deletion(fresh("later")), other, ACTOR))
                .as("there is no such tenant any more")
                .isEmpty();
    }

    @Test
    void unknownTenant_isNotDeleted() {
        String unknown = fresh("unknown");
        Erasure deletion = Erasure.ofTenant(unknown, "d", T1);
        assertThat(metadata.erasures().tenants().add(deletion, other, ACTOR)).isEmpty();
        assertThat(metadata.erasures().tenants().find(unknown)).isEmpty();
    }

    @Test
    void idBeingDeleted_isTaken() {
        Erasure deletion = delete();
        Tenant again = new Tenant(tenant, "Again", T2);
        assertThat(metadata.tenants().add(again, ACTOR)).isFalse();
        assertThat(metadata.tenants().find(tenant)).isEmpty();
        metadata.erasures().complete(deletion.completed(T2, Map.of()));
        assertThat(metadata.tenants().add(again, ACTOR)).isTrue();
        assertThat(metadata.tenants().add(again, ACTOR)).as("taken").isFalse();
    }

    @Test
    void newTenantOfTheSameId_isEmpty() {
        fill(tenant);
        Erasure completed = deleteCompletely();
        // A call that was in flight.
        metadata.users().put(tenant, List.of(user("late", "a@b")), T1, ACTOR);

        assertThat(metadata.tenants().add(new Tenant(tenant, "Again", T2), ACTOR))
                .isTrue();

        assertThat(kinds(tenant)).containsExactly("audit", "tenant");
        assertThat(metadata.users().find(tenant, "late")).isEmpty();
        assertThat(audit(tenant)).extracting(AuditEntry::id).containsExactly(1L);
        assertThat(metadata.erasures().tenants().find(tenant)).contains(completed);
        fill(tenant);
        assertThat(metadata.tenants().add(new Tenant(tenant, "Taken", T2), ACTOR))
                .isFalse();
        assertThat(kinds(tenant)).as("a refused id deletes nothing").hasSize(14);
    }

    @Test
    void secondDeletion_replacesTheFirst() {
        deleteCompletely();
        metadata.tenants().add(new Tenant(tenant, "Again", T2), ACTOR);
        Erasure second = delete();
        assertThat(metadata.erasures().tenants().find(tenant)).contains(second);
        assertThat(metadata.erasures().list())
                .filteredOn(one -> one.tenant().equals(tenant))
                .containsExactly(second);
    }

    @Test
    void deletionKnownFromElsewhere_isStored() {
        fill(tenant);
        Erasure deletion = deletion("restored");
        metadata.erasures().tenants().removeData(tenant);
        assertThat(metadata.erasures().put(deletion)).isTrue();
        assertThat(metadata.erasures().put(deletion)).isFalse();
        assertThat(kinds(tenant)).isEmpty();
        assertThat(metadata.erasures().tenants().find(tenant)).contains(deletion);
    }

    /** After the restore of an older backup the deletion is repeated, while erasures of users of the new tenant are known already. */
    @Test
    void erasureAfterTheDeletion_isKept() {
        Erasure before = new Erasure(tenant, fresh("before"), "h1", T0, Optional.empty(), Map.of());
        Erasure after = new Erasure(tenant, fresh("after"), "h2", T2, Optional.empty(), Map.of());
        metadata.erasures().put(before);
        metadata.erasures().put(after);
        metadata.erasures().put(deletion(fresh("deletion")));
        metadata.erasures().tenants().removeData(tenant);
        assertThat(metadata.erasures().find(tenant, before.id())).isEmpty();
        assertThat(metadata.erasures().find(tenant, after.id())).contains(after);
    }

    @Test
    void manyRows_areRemovedInParts() {
        List<UserChange> users =
                IntStream.range(0, MANY).mapToObj(i -> user("u" + i)).toList();
        metadata.users().put(tenant, users, T0, ACTOR);
        delete();
        assertThat(metadata.erasures().tenants().removeData(tenant)).containsEntry("users", (long) MANY);
        assertThat(metadata.users().list(tenant, Optional.empty(), 10).items()).isEmpty();
    }

    @Test
    void keyOfADeletedTenant_isRefused() {
        delete();
        assertThatThrownBy(() -> metadata.apiKeys().add(key(tenant, fresh("key")), ACTOR))
                .isInstanceOf(MetadataException.class);
    }
}
