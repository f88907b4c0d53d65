package dev.tidings.testkit.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.AuditEntry;
import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Preferences;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contract of users: bulk writes are atomic, and deletion removes all data of a user. */
abstract class UserContract extends MetadataTheme {
    UserContract(MetadataStoreContract contract) {
        super(contract);
    }

    @Test
    void aPutReplacesEveryFieldAndKeepsTheCreation() {
        UserChange full = new UserChange(
                "u",
                Optional.of("a@b"),
                Optional.of("+1"),
                Optional.of("https://c"),
                Optional.of("de"),
                Optional.of("Europe/Berlin"));
        metadata.users().put(tenant, List.of(full), T0, ACTOR);
        metadata.users().put(tenant, List.of(user("u", "c@d")), T1, ACTOR);
        assertThat(metadata.users().find(tenant, "u"))
                .contains(new UserProfile(
                        "u",
                        Optional.of("c@d"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        T0,
                        T1));
    }

    @Test
    void unreachableAddress_isMarkedUntilSetAgain() {
        metadata.users().put(tenant, List.of(user("u", "a@b")), T0, ACTOR);
        assertThat(metadata.users().unreachable(tenant, "u", AddressKind.MAILBOX, "other@b", T1, T1, ACTOR))
                .as("not what the user has now")
                .isFalse();
        assertThat(metadata.users().unreachable(tenant, "u", AddressKind.PHONE, "a@b", T1, T1, ACTOR))
                .isFalse();
        assertThat(metadata.users().unreachable(other, "u", AddressKind.MAILBOX, "a@b", T1, T1, ACTOR))
                .isFalse();
        assertThat(metadata.users().unreachable(tenant, "u", AddressKind.MAILBOX, "a@b", T0.minusMillis(1), T1, ACTOR))
                .as("of a time before it was set")
                .isFalse();
        assertThat(metadata.users().unreachable(tenant, "u", AddressKind.MAILBOX, "a@b", T1, T1, ACTOR))
                .isTrue();
        assertThat(metadata.users().unreachable(tenant, "u", AddressKind.MAILBOX, "a@b", T1, T1, ACTOR))
                .as("known already")
                .isFalse();
        assertThat(metadata.users().find(tenant, "u"))
                .get()
                .returns(Set.of(AddressKind.MAILBOX), UserProfile::unreachable)
                .returns(T0, UserProfile::updatedAt);
        metadata.users().put(tenant, List.of(user("u", "a@b")), T1, ACTOR);
        assertThat(metadata.users().find(tenant, "u")).get().returns(Set.of(), UserProfile::unreachable);
    }

    @Test
    void replace_requiresTheExpectedProfile() {
        metadata.users().put(tenant, List.of(user("u", "a@b")), T0, ACTOR);
        UserProfile before = metadata.users().find(tenant, "u").orElseThrow();
        assertThat(metadata.users().replace(other, before, user("u", "c@d"), T1, ACTOR))
                .isFalse();
        assertThat(metadata.users().replace(tenant, before, user("u", "c@d"), T1, ACTOR))
                .isTrue();
        assertThat(metadata.users().replace(tenant, before, user("u", "e@f"), T1, ACTOR))
                .isFalse();
        assertThat(metadata.users().find(tenant, "u"))
                .get()
                .returns(Optional.of("c@d"), UserProfile::email)
                .returns(T0, UserProfile::createdAt)
                .returns(T1, UserProfile::updatedAt);
        assertThat(audit(tenant)).extracting(AuditEntry::action).startsWith("user.change", "user.put");
        metadata.users().delete(tenant, "u", ACTOR);
        assertThat(metadata.users().replace(tenant, before, user("u"), T1, ACTOR))
                .isFalse();
        assertThat(metadata.users().find(tenant, "u")).isEmpty();
    }

    @Test
    void replace_keepsTheMarkOfAnAddressThatStays() {
        metadata.users().put(tenant, List.of(user("u", "a@b")), T0, ACTOR);
        metadata.users().unreachable(tenant, "u", AddressKind.MAILBOX, "a@b", T0, T0, ACTOR);
        UserProfile marked = metadata.users().find(tenant, "u").orElseThrow();
        metadata.users().replace(tenant, marked, user("u", "a@b"), T1, ACTOR);
        UserProfile still = metadata.users().find(tenant, "u").orElseThrow();
        assertThat(still.unreachable()).containsExactly(AddressKind.MAILBOX);
        metadata.users().replace(tenant, still, user("u", "c@d"), T1, ACTOR);
        assertThat(metadata.users().find(tenant, "u")).get().returns(Set.of(), UserProfile::unreachable);
    }

    @Test
    void tenThousandInOneCall() {
        List<UserChange> users = IntStream.range(0, 10_000)
                .mapToObj(i -> user("u" + i, "mail" + i))
                .toList();
        metadata.users().put(tenant, users, T0, ACTOR);
        assertThat(all(after -> metadata.users().list(tenant, after, 1000)))
                .hasSize(10_000)
                .allMatch(user ->
                        user.email().orElseThrow().equals("mail" + user.user().substring(1)));
        assertThat(audit(tenant)).extracting(AuditEntry::subject).containsExactly("10000 users", tenant);
    }

    @Test
    void manyAreFoundAtOnce() {
        List<UserChange> users = IntStream.range(0, 1_200)
                .mapToObj(i -> user("u" + i, "mail" + i))
                .toList();
        metadata.users().put(tenant, users, T0, ACTOR);
        metadata.users().put(other, List.of(user("v", "theirs")), T0, ACTOR);
        List<String> asked =
                new ArrayList<>(users.stream().map(UserChange::user).toList());
        asked.addAll(List.of("u1", "v", "nobody"));
        Map<String, UserProfile> found = metadata.users().find(tenant, asked);
        assertThat(found).hasSize(1_200);
        found.forEach((id, profile) ->
                assertThat(Optional.of(profile)).isEqualTo(metadata.users().find(tenant, id)));
        assertThat(metadata.users().find(tenant, List.of())).isEmpty();
    }

    @Test
    void lastOfTwoInOneCallWins() {
        metadata.users().put(tenant, List.of(user("u", "first"), user("v"), user("u", "last")), T0, ACTOR);
        assertThat(metadata.users().find(tenant, "u"))
                .flatMap(UserProfile::email)
                .contains("last");
    }

    @Test
    void oneBadUserAmongManyLeavesNothingBehind() {
        metadata.users().put(tenant, List.of(user("old", "before")), T0, ACTOR);
        List<UserChange> users = new ArrayList<>();
        users.add(user("old", "after"));
        IntStream.range(0, 50).forEach(i -> users.add(user("new" + i)));
        users.add(user("z".repeat(200)));
        assertThatThrownBy(() -> metadata.users().put(tenant, users, T1, ACTOR)).isInstanceOf(MetadataException.class);
        users.set(users.size() - 1, user("zz", "long".repeat(1000)));
        assertThatThrownBy(() -> metadata.users().put(tenant, users, T1, ACTOR)).isInstanceOf(MetadataException.class);
        users.set(users.size() - 1, null);
        assertThatThrownBy(() -> metadata.users().put(tenant, users, T1, ACTOR)).isInstanceOf(MetadataException.class);
        assertThat(metadata.users().list(tenant, Optional.empty(), 100).items())
                .singleElement()
                .returns(Optional.of("before"), UserProfile::email);
        assertThat(audit(tenant)).hasSize(2);
    }

    @Test
    void puttingNoUsers_isNoChange() {
        metadata.users().put(tenant, List.of(), T0, ACTOR);
        assertThat(audit(tenant)).hasSize(1);
    }

    @Test
    void concurrentPutsOfTheSameUsersAreAtomic() throws Exception {
        together(4, i -> {
            List<UserChange> users = new ArrayList<>();
            for (int n = 0; n < 100; n++) {
                users.add(user("u" + (i % 2 == 0 ? n : 99 - n), "by " + i));
            }
            metadata.users().put(tenant, users, T0, ACTOR);
            return null;
        });
        assertThat(metadata.users().list(tenant, Optional.empty(), 200).items())
                .hasSize(100)
                .extracting(UserProfile::email)
                .containsOnly(metadata.users().find(tenant, "u0").orElseThrow().email());
    }

    @Test
    void deletingRemovesThePreferences() {
        metadata.users().put(tenant, List.of(user("u"), user("v")), T0, ACTOR);
        metadata.preferences().change(tenant, "u", category("c", Channel.EMAIL, Optional.of(false)), T0, ACTOR);
        metadata.preferences().change(tenant, "u", channel(Channel.SMS, Optional.of(true)), T0, ACTOR);
        assertThat(metadata.users().delete(tenant, "u", ACTOR)).isTrue();
        assertThat(metadata.users().find(tenant, "u")).isEmpty();
        assertThat(metadata.preferences().find(tenant, "u")).isEqualTo(Preferences.NONE);
        assertThat(metadata.preferences().find(tenant, List.of("u", "v"))).isEmpty();
        assertThat(metadata.users().find(tenant, "v")).isPresent();
        assertThat(metadata.users().delete(tenant, "u", ACTOR)).isFalse();
    }

    @Test
    void deletingRemovesTheDevices() {
        metadata.devices().put(tenant, "u", device("phone", "t1"), Optional.empty(), T0, ACTOR);
        metadata.devices().put(tenant, "v", device("phone", "t2"), Optional.empty(), T0, ACTOR);
        assertThat(metadata.users().delete(tenant, "u", ACTOR)).isTrue();
        assertThat(metadata.devices().list(tenant, "u")).isEmpty();
        assertThat(metadata.devices().list(tenant, "v")).hasSize(1);
        assertThat(metadata.users().delete(tenant, "u", ACTOR)).isFalse();
    }

    @Test
    void userWithOnlyPreferences_canBeDeleted() {
        metadata.preferences().change(tenant, "u", channel(Channel.SMS, Optional.of(true)), T0, ACTOR);
        assertThat(metadata.users().delete(tenant, "u", ACTOR)).isTrue();
        assertThat(metadata.preferences().find(tenant, "u")).isEqualTo(Preferences.NONE);
    }

    /** A cache may still have the old preferences, and must not treat them as newer. */
    @Test
    void recreatedUser_hasAHigherPreferenceVersion() {
        metadata.preferences().change(tenant, "u", category("c", Channel.EMAIL, Optional.of(false)), T0, ACTOR);
        long before = metadata.preferences()
                .change(tenant, "u", channel(Channel.SMS, Optional.of(true)), T0, ACTOR)
                .version();
        metadata.users().delete(tenant, "u", ACTOR);
        Preferences after =
                metadata.preferences().change(tenant, "u", channel(Channel.PUSH, Optional.of(false)), T1, ACTOR);
        assertThat(after.version()).isGreaterThan(before);
        assertThat(after.channels()).containsOnlyKeys(Channel.PUSH);
        assertThat(after.categories()).isEmpty();
    }

    @Test
    void erasure_removesTheUserAndKeepsOthers() {
        metadata.users().put(tenant, List.of(user("u", "a@b")), T0, "user:u");
        metadata.users().put(tenant, List.of(user("u2", "c@d")), T0, ACTOR);
        metadata.users().put(other, List.of(user("u", "a@b")), T0, ACTOR);
        Erasure erasure = new Erasure(tenant, "e1", "hash", T1, Optional.empty(), Map.of());
        assertThat(metadata.erasures().users(tenant)).containsExactlyInAnyOrder("u", "u2");

        assertThat(metadata.erasures().add(erasure, "u", "erased-1", ACTOR)).isPositive();

        assertThat(metadata.erasures().users(tenant)).containsExactly("u2");
        assertThat(metadata.users().find(tenant, "u")).isEmpty();
        assertThat(metadata.users().find(other, "u")).isPresent();
        assertThat(metadata.audit().list(tenant, Optional.empty(), 100).items())
                .noneMatch(entry -> entry.subject().equals("u") || entry.actor().equals("user:u"))
                .anyMatch(entry -> entry.action().equals("user.erase"))
                .anyMatch(entry -> entry.subject().equals("u2"));
        assertThat(metadata.erasures().find(tenant, "e1")).contains(erasure);
        assertThat(metadata.erasures().find(other, "e1")).isEmpty();
        assertThat(metadata.erasures().put(erasure)).as("stored already").isFalse();
        Erasure completed = erasure.completed(T1, Map.of("inbox", 3L));
        metadata.erasures().complete(completed);
        assertThat(metadata.erasures().find(tenant, "e1")).contains(completed);
        assertThat(metadata.erasures().list()).contains(completed);
    }

    /** Ids of users and devices may contain a slash, which also separates them in the audit log. */
    @Test
    void erasure_keepsAuditEntriesOfSimilarIds() {
        List<String> users = List.of("\ud83d\ude00u", "\ud83d\ude00u/x", "\ud83d\ude00U");
        for (String one : users) {
            metadata.users().put(tenant, List.of(user(one, "a@b")), T0, ACTOR);
            metadata.devices().put(tenant, one, device("phone", "token of " + one), Optional.empty(), T0, ACTOR);
        }
        metadata.devices().put(tenant, users.get(0), device("y/z", "token"), Optional.empty(), T0, ACTOR);
        Erasure erasure = new Erasure(tenant, "e2", "hash", T1, Optional.empty(), Map.of());

        metadata.erasures().add(erasure, "\ud83d\ude00u", "erased-2", ACTOR);

        assertThat(metadata.audit().list(tenant, Optional.empty(), 100).items())
                .extracting(AuditEntry::subject)
                .contains(
                        "\ud83d\ude00u/x", "\ud83d\ude00u/x/phone", "\ud83d\ude00U", "\ud83d\ude00U/phone", "erased-2")
                .doesNotContain("\ud83d\ude00u", "\ud83d\ude00u/phone", "\ud83d\ude00u/y/z");
    }
}
