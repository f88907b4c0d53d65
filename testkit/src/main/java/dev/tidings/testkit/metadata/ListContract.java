package dev.tidings.testkit.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.ApiKey;
import dev.tidings.core.metadata.AuditEntry;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.ResultPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of the paged lists of a metadata store: complete and without duplicates, whatever changes between pages. */
abstract class ListContract extends MetadataTheme {
    ListContract(MetadataStoreContract contract) {
        super(contract);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 9, 10, 11, 100})
    void everyLimitGivesAllUsersOnce(int limit) {
        List<String> ids = IntStream.range(0, 10).mapToObj(i -> "u" + i).toList();
        metadata.users().put(tenant, ids.stream().map(MetadataTheme::user).toList(), T0, ACTOR);
        metadata.users().put(other, List.of(user("u5x")), T0, ACTOR);
        assertThat(all(after -> {
                    ResultPage<UserProfile> part = metadata.users().list(tenant, after, limit);
                    assertThat(part.items()).hasSizeLessThanOrEqualTo(limit);
                    return part;
                }))
                .extracting(UserProfile::user)
                .containsExactlyElementsOf(ids);
    }

    @Test
    void nextPageStartsAfterTheLastItem() {
        metadata.users().put(tenant, List.of(user("a"), user("b"), user("c")), T0, ACTOR);
        assertThat(metadata.users().list(tenant, Optional.empty(), 2).next()).contains("b");
    }

    @Test
    void lastPageHasNoNextEvenIfItIsFull() {
        metadata.users().put(tenant, List.of(user("a"), user("b")), T0, ACTOR);
        assertThat(metadata.users().list(tenant, Optional.empty(), 2).next()).isEmpty();
        assertThat(metadata.users().list(other, Optional.empty(), 2))
                .isEqualTo(new ResultPage<>(List.of(), Optional.empty()));
    }

    @Test
    void concurrentChanges_shiftNothing() {
        List<String> ids = IntStream.range(10, 40).mapToObj(i -> "u" + i).toList();
        metadata.users().put(tenant, ids.stream().map(MetadataTheme::user).toList(), T0, ACTOR);
        List<String> seen = new ArrayList<>();
        all(after -> {
            ResultPage<UserProfile> part = metadata.users().list(tenant, after, 4);
            part.items().forEach(user -> seen.add(user.user()));
            String last = part.items().get(part.items().size() - 1).user();
            // One before all others, one right after the cursor, and the item of the cursor itself is deleted.
            metadata.users().put(tenant, List.of(user("a" + seen.size()), user(last + "+")), T0, ACTOR);
            metadata.users().delete(tenant, last, ACTOR);
            return part;
        });
        assertThat(seen).doesNotHaveDuplicates().containsAll(ids).noneMatch(id -> id.startsWith("a"));
    }

    @Test
    void ofTenants() {
        String prefix = fresh("tenant");
        List<String> ids = IntStream.range(0, 7).mapToObj(i -> prefix + i).toList();
        ids.forEach(id -> metadata.tenants().add(new Tenant(id, "name", T0), ACTOR));
        List<String> listed = new ArrayList<>();
        all(after -> {
            ResultPage<Tenant> part = metadata.tenants().list(after.or(() -> Optional.of(prefix)), 3);
            part.items().stream()
                    .map(Tenant::id)
                    .filter(id -> id.startsWith(prefix))
                    .forEach(listed::add);
            return part;
        });
        assertThat(listed).containsExactlyElementsOf(ids);
        assertThat(all(after -> metadata.tenants().list(after, 50)))
                .extracting(Tenant::id)
                .doesNotHaveDuplicates()
                .containsAll(ids);
    }

    @Test
    void ofApiKeys() {
        String prefix = fresh("key");
        List<String> ids = IntStream.range(0, 7).mapToObj(i -> prefix + i).toList();
        ids.forEach(id -> metadata.apiKeys().add(key(tenant, id), ACTOR));
        metadata.apiKeys().add(key(other, prefix + "3x"), ACTOR);
        metadata.apiKeys().revoke(tenant, ids.get(2), T1, ACTOR);
        assertThat(all(after -> metadata.apiKeys().list(tenant, after, 3)))
                .extracting(ApiKey::id)
                .containsExactlyElementsOf(ids);
    }

    @Test
    void ofTheAuditLog() {
        for (int i = 0; i < 10; i++) {
            metadata.types().put(tenant, type("t" + i), ACTOR);
        }
        List<String> listed = new ArrayList<>();
        all(before -> {
            ResultPage<AuditEntry> part = metadata.audit().list(tenant, before, 3);
            part.items().forEach(entry -> listed.add(entry.subject()));
            metadata.types().put(tenant, type("later"), ACTOR);
            return part;
        });
        assertThat(listed).containsExactly("t9", "t8", "t7", "t6", "t5", "t4", "t3", "t2", "t1", "t0", tenant);
    }
}
