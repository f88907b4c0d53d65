package dev.tidings.testkit.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.metadata.ApiKey;
import dev.tidings.core.metadata.Device;
import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.metadata.TokenSecret;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of identifiers: any text, compared byte by byte, without collation or case folding by the database. */
abstract class IdentifierContract extends MetadataTheme {
    private static final List<String> ODD = List.of(
            "a",
            "A",
            "a ",
            " a",
            "a  ",
            "a\t",
            "ä",
            "a\u0308",
            "Ä",
            "ß",
            "ss",
            "\u0130",
            "i",
            "I",
            "%",
            "_",
            "a%",
            "a_",
            "\\",
            "\\'",
            "'",
            "''",
            "\"",
            "`",
            "a,b",
            "a=b",
            "?",
            ":x",
            "{x}",
            "--",
            "/* */",
            "'; drop table users; --",
            "null",
            "NULL",
            "0",
            "00",
            "1e0",
            "日本語",
            "👩‍👩‍👧",
            "\u200b",
            "\uffff",
            "\u0001",
            "x".repeat(128),
            "x".repeat(127) + "X",
            "é".repeat(64),
            "🎉".repeat(32));

    IdentifierContract(MetadataStoreContract contract) {
        super(contract);
    }

    @Test
    void ofUsersStayDifferent() {
        metadata.users()
                .put(tenant, ODD.stream().map(id -> user(id, "mail of " + id)).toList(), T0, ACTOR);
        for (String id : ODD) {
            assertThat(metadata.users().find(tenant, id).orElseThrow())
                    .returns(id, UserProfile::user)
                    .returns(Optional.of("mail of " + id), UserProfile::email);
        }
        assertThat(all(after -> metadata.users().list(tenant, after, 7)))
                .extracting(UserProfile::user)
                .containsExactlyInAnyOrderElementsOf(ODD);
        assertThat(metadata.users().delete(tenant, "a", ACTOR)).isTrue();
        assertThat(all(after -> metadata.users().list(tenant, after, 7))).hasSize(ODD.size() - 1);
    }

    @Test
    void ofDevicesStayDifferent() {
        List<String> fitting = ODD.stream()
                .filter(id -> id.getBytes(StandardCharsets.UTF_8).length <= 120)
                .limit(MetadataStore.Devices.MAX_OF_A_USER)
                .toList();
        for (String id : fitting) {
            metadata.devices().put(tenant, "u", device(id, "token " + id), Optional.empty(), T0, ACTOR);
        }
        assertThat(metadata.devices().list(tenant, "u"))
                .extracting(Device::id)
                .containsExactlyInAnyOrderElementsOf(fitting);
        for (String id : fitting) {
            metadata.devices().put(tenant, id, device("d", "token " + id), Optional.of("u"), T1, ACTOR);
        }
        assertThat(metadata.devices().list(tenant, "u")).isEmpty();
        assertThat(metadata.devices().find(tenant, ODD)).containsOnlyKeys(fitting);
    }

    @Test
    void ofUsersWithPreferencesStayDifferent() {
        for (int i = 0; i < ODD.size(); i++) {
            String name = ODD.get(ODD.size() - 1 - i);
            metadata.preferences().change(tenant, ODD.get(i), typed(name, Channel.SMS, Optional.of(true)), T0, ACTOR);
        }
        var found = metadata.preferences().find(tenant, ODD);
        assertThat(found).containsOnlyKeys(ODD);
        for (int i = 0; i < ODD.size(); i++) {
            assertThat(found.get(ODD.get(i)).version()).isEqualTo(1);
            assertThat(found.get(ODD.get(i)).types()).containsOnlyKeys(ODD.get(ODD.size() - 1 - i));
        }
    }

    @Test
    void ofCategoriesAndTypesOfOneUserStayDifferent() {
        for (String name : ODD) {
            metadata.preferences().change(tenant, "u", category(name, Channel.EMAIL, Optional.of(false)), T0, ACTOR);
            metadata.preferences().change(tenant, "u", typed(name, Channel.SMS, Optional.of(true)), T0, ACTOR);
        }
        assertThat(metadata.preferences().find(tenant, "u").categories()).containsOnlyKeys(ODD);
        assertThat(metadata.preferences().find(tenant, "u").types()).containsOnlyKeys(ODD);
    }

    @Test
    void ofTypesStayDifferent() {
        ODD.forEach(name -> metadata.types().put(tenant, type(name), ACTOR));
        assertThat(metadata.types().list(tenant))
                .extracting(NotificationType::name)
                .containsExactlyInAnyOrderElementsOf(ODD);
        ODD.forEach(name -> assertThat(metadata.types().find(tenant, name)).contains(type(name)));
    }

    @Test
    void ofKeysStayDifferent() {
        String start = fresh("k").substring(0, 20);
        List<String> ids = List.of(start + "a", start + "A", start + "a ", start + "%", start + "_", start + "'");
        ids.forEach(id -> metadata.apiKeys().add(key(tenant, id), ACTOR));
        ids.forEach(id -> metadata.tokenSecrets().add(secret(tenant, id), ACTOR));
        assertThat(all(after -> metadata.apiKeys().list(tenant, after, 4)))
                .extracting(ApiKey::id)
                .containsExactlyInAnyOrderElementsOf(ids);
        assertThat(metadata.tokenSecrets().list(tenant))
                .extracting(TokenSecret::kid)
                .containsExactlyInAnyOrderElementsOf(ids);
        ids.forEach(
                id -> assertThat(metadata.apiKeys().find(id)).map(ApiKey::id).contains(id));
    }

    @Test
    void ofTenantsStayDifferent() {
        String start = fresh("t");
        for (String end : List.of("a", "A", "a ", "ä", "%", "'")) {
            assertThat(metadata.tenants().add(new Tenant(start + end, end, T0), ACTOR))
                    .isTrue();
            metadata.users().put(start + end, List.of(user("u", end)), T0, ACTOR);
        }
        for (String end : List.of("a", "A", "a ", "ä", "%", "'")) {
            assertThat(metadata.tenants().find(start + end)).map(Tenant::name).contains(end);
            assertThat(metadata.users().find(start + end, "u").orElseThrow().email())
                    .contains(end);
        }
    }

    @Test
    void sortByTheirBytes() {
        List<String> sorted = List.of("A", "B", "a", "a ", "a!", "a0", "aA", "b", "é");
        metadata.users().put(tenant, sorted.stream().map(MetadataTheme::user).toList(), T0, ACTOR);
        assertThat(all(after -> metadata.users().list(tenant, after, 2)))
                .extracting(UserProfile::user)
                .containsExactlyElementsOf(sorted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nul\0nul", "half of a pair \ud83d", "\udc4d\ud83d"})
    void unstorableIdsAreRefused(String bad) {
        refused(bad);
    }

    @Test
    void tooLongIdsAreRefused() {
        refused("x".repeat(129));
        refused("é".repeat(65));
    }

    private void refused(String bad) {
        int before = audit(tenant).size();
        assertThatThrownBy(() -> metadata.users().put(tenant, List.of(user(bad)), T0, ACTOR))
                .isInstanceOfSatisfying(
                        MetadataException.class, e -> assertThat(e.temporary()).isFalse());
        assertThatThrownBy(() ->
                        metadata.preferences().change(tenant, bad, channel(Channel.SMS, Optional.of(true)), T0, ACTOR))
                .isInstanceOf(MetadataException.class);
        assertThatThrownBy(() -> metadata.preferences()
                        .change(tenant, "u", typed(bad, Channel.SMS, Optional.of(true)), T0, ACTOR))
                .isInstanceOf(MetadataException.class);
        assertThatThrownBy(() -> metadata.types().put(tenant, type(bad), ACTOR)).isInstanceOf(MetadataException.class);
        assertThatThrownBy(() -> metadata.devices().put(tenant, bad, device("d", "t"), Optional.empty(), T0, ACTOR))
                .isInstanceOf(MetadataException.class);
        assertThatThrownBy(() -> metadata.devices().put(tenant, "u", device(bad, "t"), Optional.empty(), T0, ACTOR))
                .isInstanceOf(MetadataException.class);
        assertThat(metadata.preferences().find(tenant, "u").version()).isZero();
        assertThat(audit(tenant)).hasSize(before);
    }
}
