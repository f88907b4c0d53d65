package dev.tidings.testkit.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.AuditEntry;
import dev.tidings.core.metadata.MetadataStore.Endpoints.Change;
import dev.tidings.core.metadata.WebhookEndpoint;
import dev.tidings.core.metadata.WebhookEventKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Contract of webhook endpoints: optimistic locking by revision, and an audit entry that describes each change. */
abstract class EndpointContract extends MetadataTheme {
    EndpointContract(MetadataStoreContract contract) {
        super(contract);
    }

    private static WebhookEndpoint bare(String tenant, String id) {
        return new WebhookEndpoint(tenant, id, "https://a.example", Set.of(), new byte[] {1}, Optional.empty(), T0, 0);
    }

    private static WebhookEndpoint full(String tenant, String id) {
        return new WebhookEndpoint(
                tenant,
                id,
                "https://b.example/" + "x".repeat(2_000),
                EnumSet.allOf(WebhookEventKind.class),
                new byte[] {0, -1, 7},
                Optional.of(new WebhookEndpoint.Pause("keeps failing: 500", T1)),
                T0,
                0);
    }

    private WebhookEndpoint put(WebhookEndpoint endpoint, Change change) {
        return metadata.endpoints().put(endpoint, change, T1, ACTOR).orElseThrow();
    }

    private static void assertSame(Optional<WebhookEndpoint> found, WebhookEndpoint expected) {
        assertThat(found.orElseThrow()).usingRecursiveComparison().isEqualTo(expected);
    }

    @Test
    void whatIsPutIsFound() {
        for (WebhookEndpoint endpoint : List.of(full(tenant, "full"), bare(tenant, "bare"))) {
            assertThat(metadata.endpoints().find(tenant, endpoint.id())).isEmpty();
            WebhookEndpoint stored = put(endpoint, Change.ADD);
            assertThat(stored.revision()).isPositive();
            assertThat(stored)
                    .usingRecursiveComparison()
                    .ignoringFields("revision")
                    .isEqualTo(endpoint);
            assertSame(metadata.endpoints().find(tenant, endpoint.id()), stored);
        }
    }

    @Test
    void putWithTheRevision_replacesEveryField() {
        WebhookEndpoint first = put(full(tenant, "e"), Change.ADD);
        WebhookEndpoint second = put(
                first.with("https://c.example", Set.of(WebhookEventKind.DELIVERY_FAILED))
                        .withSecrets(new byte[] {9})
                        .withPause(Optional.empty()),
                Change.CHANGE);
        assertThat(second.revision()).isGreaterThan(first.revision());
        assertThat(second.url()).isEqualTo("https://c.example");
        assertThat(second.events()).containsExactly(WebhookEventKind.DELIVERY_FAILED);
        assertThat(second.paused()).isEmpty();
        assertThat(metadata.endpoints().put(first, Change.CHANGE, T2, ACTOR)).isEmpty();
        assertThat(metadata.endpoints().put(full(tenant, "e"), Change.ADD, T2, ACTOR))
                .isEmpty();
        assertSame(metadata.endpoints().find(tenant, "e"), second);
    }

    @Test
    void areListedPerTenantAndDeleted() {
        put(bare(tenant, "b"), Change.ADD);
        put(bare(tenant, "a"), Change.ADD);
        put(bare(other, "c"), Change.ADD);
        assertThat(metadata.endpoints().list(tenant))
                .extracting(WebhookEndpoint::id)
                .containsExactly("a", "b");
        assertThat(metadata.endpoints().find(tenant, "c")).isEmpty();
        assertThat(metadata.endpoints().delete(tenant, "c", ACTOR)).isFalse();
        assertThat(metadata.endpoints().delete(tenant, "a", ACTOR)).isTrue();
        assertThat(metadata.endpoints().delete(tenant, "a", ACTOR)).isFalse();
        assertThat(metadata.endpoints().list(tenant))
                .extracting(WebhookEndpoint::id)
                .containsExactly("b");
        assertThat(metadata.endpoints().list(other)).hasSize(1);
    }

    @Test
    void auditLog_describesEachChange() {
        WebhookEndpoint endpoint = bare(tenant, "e");
        for (Change change : Change.values()) {
            endpoint = put(endpoint, change);
        }
        metadata.endpoints().put(bare(tenant, "e"), Change.ADD, T2, ACTOR);
        metadata.endpoints().delete(tenant, "e", ACTOR);
        assertThat(audit(tenant))
                .extracting(AuditEntry::action)
                .containsExactly(
                        "webhook.delete",
                        "webhook.resume",
                        "webhook.pause",
                        "webhook.rotate_secret",
                        "webhook.change",
                        "webhook.add",
                        "tenant.add");
    }
}
