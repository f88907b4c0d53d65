package dev.tidings.testkit.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.AuditEntry;
import dev.tidings.core.metadata.ProviderAccount;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Contract of provider accounts: replaced as a whole, with optimistic locking by revision, and unaltered secrets. */
abstract class ProviderAccountContract extends MetadataTheme {
    ProviderAccountContract(MetadataStoreContract contract) {
        super(contract);
    }

    private static ProviderAccount bare(String tenant, String name) {
        return new ProviderAccount(tenant, name, "k", 0, false, 1, 0, Duration.ofMillis(1), Map.of(), new byte[0], 0);
    }

    private static ProviderAccount full(String tenant, String name) {
        byte[] everyByte = new byte[256];
        for (int i = 0; i < everyByte.length; i++) {
            everyByte[i] = (byte) i;
        }
        Map<String, String> settings = Map.of("host", "mäil.example.org", "from", "\"A\" <a@b>\n");
        return new ProviderAccount(
                tenant, name, "smtp", -5, true, 10, 25, Duration.ofMillis(1_500), settings, everyByte, 0);
    }

    private ProviderAccount put(ProviderAccount account) {
        return metadata.providers().put(account, ACTOR).orElseThrow();
    }

    private static void assertSame(Optional<ProviderAccount> found, ProviderAccount expected) {
        assertThat(found.orElseThrow()).usingRecursiveComparison().isEqualTo(expected);
    }

    @Test
    void whatIsPutIsFound() {
        for (ProviderAccount account : List.of(full(tenant, "full"), bare(tenant, "bare"))) {
            assertThat(metadata.providers().find(tenant, account.name())).isEmpty();
            ProviderAccount stored = put(account);
            assertThat(stored.revision()).isPositive();
            assertThat(stored).usingRecursiveComparison().isEqualTo(account.withRevision(stored.revision()));
            assertSame(metadata.providers().find(tenant, account.name()), stored);
        }
    }

    @Test
    void theLargestCredentialsFit() {
        byte[] large = new byte[32 << 10];
        large[large.length - 1] = 1;
        ProviderAccount of = full(tenant, "a");
        ProviderAccount stored =
                put(new ProviderAccount(tenant, "a", of.kind(), 1, true, 1, 0, of.timeout(), of.settings(), large, 0));
        assertSame(metadata.providers().find(tenant, "a"), stored);
    }

    @Test
    void aPutReplacesEveryField() {
        ProviderAccount first = put(full(tenant, "a"));
        ProviderAccount second = put(bare(tenant, "a").withRevision(first.revision()));
        assertThat(second.revision()).isGreaterThan(first.revision());
        assertSame(metadata.providers().find(tenant, "a"), second);
    }

    @Test
    void outdatedRevision_changesNothing() {
        ProviderAccount first = put(full(tenant, "a"));
        ProviderAccount second = put(bare(tenant, "a").withRevision(first.revision()));
        assertThat(metadata.providers().put(first, ACTOR)).isEmpty();
        assertThat(metadata.providers().put(full(tenant, "a"), ACTOR)).isEmpty();
        assertThat(metadata.providers().put(full(tenant, "b").withRevision(7), ACTOR))
                .isEmpty();
        assertSame(metadata.providers().find(tenant, "a"), second);
        assertThat(metadata.providers().list(tenant)).hasSize(1);
    }

    @Test
    void concurrentPuts_haveOneWinner() throws Exception {
        ProviderAccount first = put(full(tenant, "a"));
        List<Optional<ProviderAccount>> stored =
                together(8, i -> metadata.providers().put(bare(tenant, "a").withRevision(first.revision()), ACTOR));
        assertThat(stored.stream().filter(Optional::isPresent)).hasSize(1);
    }

    @Test
    void recreatedAccount_hasANewRevision() {
        ProviderAccount first = put(full(tenant, "a"));
        assertThat(metadata.providers().delete(tenant, "a", ACTOR)).isTrue();
        assertThat(metadata.providers().delete(tenant, "a", ACTOR)).isFalse();
        assertThat(metadata.providers().find(tenant, "a")).isEmpty();
        assertThat(put(full(tenant, "a")).revision()).isGreaterThan(first.revision());
    }

    @Test
    void areListedByNamePerTenant() {
        put(bare(tenant, "b"));
        put(bare(tenant, "a"));
        put(bare(other, "c"));
        assertThat(metadata.providers().list(tenant))
                .extracting(ProviderAccount::name)
                .containsExactly("a", "b");
        assertThat(metadata.providers().find(tenant, "c")).isEmpty();
        assertThat(metadata.providers().delete(tenant, "c", ACTOR)).isFalse();
        assertThat(metadata.providers().list(other)).hasSize(1);
    }

    @Test
    void changesAreInTheAuditLogAndTheirSecretsAreNot() {
        put(full(tenant, "a"));
        metadata.providers().delete(tenant, "a", ACTOR);
        metadata.providers().delete(tenant, "a", ACTOR);
        assertThat(audit(tenant))
                .extracting(AuditEntry::action)
                .containsExactly("provider.delete", "provider.put", "tenant.add");
        assertThat(audit(tenant).get(0).subject()).isEqualTo("a");
    }
}
