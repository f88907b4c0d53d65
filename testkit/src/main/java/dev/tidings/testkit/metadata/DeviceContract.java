package dev.tidings.testkit.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.AuditEntry;
import dev.tidings.core.metadata.Device;
import dev.tidings.core.metadata.DeviceRegistration;
import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Contract of devices: a token belongs to one user at a time, also under concurrent registration, and the devices of a user are
 * limited.
 */
abstract class DeviceContract extends MetadataTheme {
    private static final int MAX = MetadataStore.Devices.MAX_OF_A_USER;
    /** Earlier than all other times in the shared store, so that nothing else ages out. */
    private static final Instant LONG_AGO = Instant.parse("1980-01-01T00:00:00Z");

    DeviceContract(MetadataStoreContract contract) {
        super(contract);
    }

    private Device put(String user, DeviceRegistration device, Instant at) {
        return metadata.devices()
                .put(tenant, user, device, Optional.empty(), at, ACTOR)
                .orElseThrow();
    }

    private List<String> active(String user) {
        return metadata.devices().find(tenant, List.of(user)).getOrDefault(user, List.of()).stream()
                .map(Device::id)
                .toList();
    }

    private boolean deactivate(String user, String token, Instant since) {
        return metadata.devices().deactivate(tenant, user, AddressKind.FCM, token, since, T2, ACTOR);
    }

    @Test
    void allFieldsAreReturned() {
        DeviceRegistration full = new DeviceRegistration(
                "phone", AddressKind.WEB_PUSH, "{\"ü\":'%'}", Optional.of("web"), Optional.of("1.2.3 (β)"));
        Device stored =
                new Device("phone", full.kind(), full.token(), full.platform(), full.appVersion(), true, T0, T0);
        assertThat(put("u", full, T0)).isEqualTo(stored);
        assertThat(metadata.devices().list(tenant, "u")).containsExactly(stored);
        assertThat(metadata.devices().find(tenant, List.of("u"))).containsEntry("u", List.of(stored));
        assertThat(metadata.devices().owner(tenant, full.kind(), full.token())).contains("u");
    }

    @Test
    void registeringAgainReplacesEveryFieldAndKeepsTheCreation() {
        put("u", new DeviceRegistration("d", AddressKind.APNS, "old", Optional.of("ios"), Optional.of("1")), T0);
        Device again = put("u", device("d", "new"), T1);
        assertThat(again)
                .isEqualTo(new Device("d", AddressKind.FCM, "new", Optional.empty(), Optional.empty(), true, T1, T0));
        assertThat(metadata.devices().list(tenant, "u")).containsExactly(again);
        assertThat(metadata.devices().owner(tenant, AddressKind.APNS, "old")).isEmpty();
    }

    /** Apps refresh at every start: the audit log would contain little else. */
    @Test
    void aMereRefreshHasNoEntry() {
        put("u", device("d", "t"), T0);
        int entries = audit(tenant).size();
        assertThat(put("u", device("d", "t"), T1).lastUsedAt()).isEqualTo(T1);
        assertThat(audit(tenant)).hasSize(entries);
        deactivate("u", "t", T1);
        put("u", device("d", "t"), T2);
        assertThat(audit(tenant).get(0).action()).isEqualTo("device.put");
        put("u", new DeviceRegistration("d", AddressKind.FCM, "t", Optional.empty(), Optional.of("2")), T2);
        assertThat(audit(tenant)).hasSize(entries + 3);
    }

    @Test
    void tokensCanBeLong() {
        String token = "x".repeat(4_095);
        put("u", device("a", token + "1"), T0);
        put("u", device("b", token + "2"), T0);
        assertThat(active("u")).containsExactly("a", "b");
        assertThatThrownBy(() -> put("u", device("c", token + "12"), T0))
                .isInstanceOf(MetadataException.class)
                .hasMessageNotContaining("xxx");
    }

    @Test
    void theSameTextOfAnotherKindIsAnotherToken() {
        put("u", new DeviceRegistration("a", AddressKind.APNS, "t", Optional.empty(), Optional.empty()), T0);
        put("v", new DeviceRegistration("a", AddressKind.FCM, "t", Optional.empty(), Optional.empty()), T0);
        assertThat(active("u")).containsExactly("a");
        assertThat(active("v")).containsExactly("a");
    }

    @Test
    void aTokenHasOneDeviceOfAUser() {
        put("u", device("old", "t"), T0);
        put("u", device("new", "t"), T1);
        assertThat(metadata.devices().list(tenant, "u")).extracting(Device::id).containsExactly("new");
    }

    @Test
    void newOwner_takesOverTheToken() {
        put("u", device("d", "t"), T0);
        put("u", device("other", "t2"), T0);
        assertThat(metadata.devices().put(tenant, "v", device("d", "t"), Optional.of("u"), T1, ACTOR))
                .isPresent();
        assertThat(active("u")).containsExactly("other");
        assertThat(active("v")).containsExactly("d");
        assertThat(metadata.devices().owner(tenant, AddressKind.FCM, "t")).contains("v");
    }

    /** The caller must name the previous owner, whose caches have to be invalidated first. */
    @Test
    void takeover_requiresThePreviousOwner() {
        put("u", device("d", "t"), T0);
        int entries = audit(tenant).size();
        assertThat(metadata.devices().put(tenant, "v", device("d", "t"), Optional.empty(), T1, ACTOR))
                .isEmpty();
        assertThat(metadata.devices().put(tenant, "v", device("d", "t"), Optional.of("w"), T1, ACTOR))
                .isEmpty();
        assertThat(active("u")).containsExactly("d");
        assertThat(metadata.devices().list(tenant, "v")).isEmpty();
        assertThat(audit(tenant)).hasSize(entries);
    }

    @Test
    void concurrentRegistrations_haveOneOwner() throws Exception {
        List<String> tried = together(8, i -> {
            String user = "u" + i;
            for (int n = 0; n < 20; n++) {
                Optional<String> owner = metadata.devices().owner(tenant, AddressKind.FCM, "t");
                if (metadata.devices()
                        .put(tenant, user, device("d", "t"), owner, T0, ACTOR)
                        .isPresent()) {
                    return user;
                }
            }
            return null;
        });
        assertThat(tried).anyMatch(Objects::nonNull);
        List<String> users = IntStream.range(0, 8).mapToObj(i -> "u" + i).toList();
        assertThat(metadata.devices().find(tenant, users))
                .containsOnlyKeys(
                        metadata.devices().owner(tenant, AddressKind.FCM, "t").orElseThrow());
    }

    @Test
    void manyUsersAreFoundAtOnceTheLastUsedFirst() {
        List<String> users = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            users.add("u" + i);
        }
        put("u0", device("a", "1"), T0);
        put("u0", device("b", "2"), T2);
        put("u0", device("c", "3"), T1);
        put("u599", device("a", "4"), T0);
        put("v", device("a", "5"), T0);
        assertThat(metadata.devices().find(tenant, users)).containsOnlyKeys("u0", "u599");
        assertThat(active("u0")).containsExactly("b", "c", "a");
        assertThat(metadata.devices().find(tenant, List.of())).isEmpty();
    }

    @Test
    void unregisteredToken_isInactiveUntilReregistered() {
        put("u", device("d", "t"), T0);
        assertThat(deactivate("u", "t", T0)).isTrue();
        assertThat(active("u")).isEmpty();
        assertThat(metadata.devices().list(tenant, "u"))
                .singleElement()
                .returns(false, Device::active)
                .returns(T0, Device::lastUsedAt);
        assertThat(deactivate("u", "t", T1)).isFalse();
        put("u", device("d", "t"), T1);
        assertThat(active("u")).containsExactly("d");
    }

    @Test
    void deviceRegisteredSince_staysActive() {
        put("u", device("d", "t"), T1);
        assertThat(deactivate("u", "t", T1.minusMillis(1))).isFalse();
        assertThat(active("u")).containsExactly("d");
    }

    @Test
    void tokenOfANewOwner_staysActive() {
        put("u", device("d", "t"), T0);
        metadata.devices().put(tenant, "v", device("d", "t"), Optional.of("u"), T0, ACTOR);
        assertThat(deactivate("u", "t", T2)).isFalse();
        assertThat(active("v")).containsExactly("d");
    }

    @Test
    void deletedIsNotFound() {
        put("u", device("a", "1"), T0);
        put("u", device("b", "2"), T0);
        assertThat(metadata.devices().delete(tenant, "u", "a", T1, ACTOR)).isTrue();
        assertThat(metadata.devices().delete(tenant, "u", "a", T1, ACTOR)).isFalse();
        assertThat(metadata.devices().delete(tenant, "v", "b", T1, ACTOR)).isFalse();
        assertThat(active("u")).containsExactly("b");
        assertThat(metadata.devices().owner(tenant, AddressKind.FCM, "1")).isEmpty();
    }

    @Test
    void excessDevices_dropTheLongestUnused() {
        for (int i = 0; i < MAX; i++) {
            put("u", device("d" + i, "t" + i), T0.plusMillis(i));
        }
        put("u", device("d0", "t0"), T1);
        put("u", device("new", "of the new"), T1);
        assertThat(active("u")).hasSize(MAX).contains("d0", "new", "d2").doesNotContain("d1");
        deactivate("u", "t" + (MAX - 1), T2);
        put("u", device("newer", "of the newer"), T1);
        assertThat(metadata.devices().list(tenant, "u"))
                .hasSize(MAX)
                .extracting(Device::id)
                .contains("d2", "newer")
                .doesNotContain("d" + (MAX - 1));
    }

    /** Registration must work after the clock was set back. */
    @Test
    void newDevice_staysIfAllOthersAreLater() {
        for (int i = 0; i < MAX; i++) {
            put("u", device("d" + i, "t" + i), T1);
        }
        put("u", device("new", "of the new"), T0);
        assertThat(active("u")).hasSize(MAX).contains("new");
    }

    @Test
    void unusedDevices_ageOutInBatches() {
        put("u", device("a", "1"), LONG_AGO);
        put("v", device("b", "2"), LONG_AGO.plusMillis(1));
        put("u", device("c", "3"), LONG_AGO.plusMillis(2));
        put("u", device("kept", "4"), LONG_AGO.plusMillis(3));
        Instant before = LONG_AGO.plusMillis(3);
        UserKey u = new UserKey(tenant, "u");
        UserKey v = new UserKey(tenant, "v");
        assertThat(metadata.devices().ageOut(before, 2, T1, "age")).containsExactly(u, v);
        assertThat(metadata.devices().list(tenant, "u")).extracting(Device::id).containsExactly("c", "kept");
        assertThat(metadata.devices().ageOut(before, 2, T1, "age")).containsExactly(u);
        assertThat(metadata.devices().ageOut(before, 2, T1, "age")).isEmpty();
        assertThat(active("u")).containsExactly("kept");
        assertThat(audit(tenant).subList(0, 2))
                .extracting(AuditEntry::action, AuditEntry::subject)
                .containsExactly(tuple("device.age_out", "1 device"), tuple("device.age_out", "2 devices"));
    }

    @Test
    void noTokenIsInTheAuditLog() {
        put("u", device("d", "very-secret"), T0);
        deactivate("u", "very-secret", T1);
        metadata.devices().delete(tenant, "u", "d", T1, ACTOR);
        assertThat(audit(tenant).toString()).doesNotContain("very-secret");
    }
}
