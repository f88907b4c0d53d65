package dev.tidings.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.WebhookEndpoint;
import dev.tidings.core.metadata.WebhookEventKind;
import dev.tidings.metadata.sql.SqlMetadataConfig;
import dev.tidings.metadata.sql.SqlMetadataStore;
import dev.tidings.server.config.Secret;
import dev.tidings.server.secret.Vault;
import dev.tidings.server.secret.VaultKeys;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the endpoints: senders always see the valid secrets, and changes take effect at once. */
class EndpointsTest {
    private static final String ACTOR = "test";
    private static final Duration GRACE = Duration.ofHours(1);

    @TempDir
    private Path folder;

    private final SteppedClock clock = new SteppedClock();
    private SqlMetadataStore meta;
    private Endpoints endpoints;

    @BeforeEach
    void open() {
        meta = SqlMetadataStore.open(SqlMetadataConfig.sqlite(folder.resolve("meta.db")));
        endpoints = new Endpoints(meta, new Vault(VaultKeys.temporary()), clock);
    }

    @AfterEach
    void close() {
        meta.close();
    }

    private Endpoints.EndpointWithSecret add() {
        return endpoints.add("acme", "https://a.example", Set.of(), ACTOR);
    }

    private List<Secret> secrets() {
        return endpoints.all("acme").get(0).signWith();
    }

    @Test
    void newEndpoint_hasASecretOfStandardWebhooks() {
        Endpoints.EndpointWithSecret made = add();
        String text = made.secret().reveal();
        assertThat(text).startsWith("whsec_");
        assertThat(Base64.getDecoder().decode(text.substring(6))).hasSize(32);
        assertThat(secrets()).containsExactly(made.secret());
        assertThat(endpoints.all("globex")).isEmpty();
    }

    @Test
    void previousSecret_isValidDuringTheGracePeriod() {
        Endpoints.EndpointWithSecret first = add();
        String id = first.endpoint().id();
        secrets();
        Secret second = endpoints.rotate("acme", id, GRACE, ACTOR).orElseThrow().secret();
        assertThat(secrets()).containsExactly(second, first.secret());
        clock.advance(GRACE.dividedBy(2));
        Secret third = endpoints.rotate("acme", id, GRACE, ACTOR).orElseThrow().secret();
        assertThat(secrets()).containsExactly(third, second, first.secret());
        clock.advance(GRACE.dividedBy(2));
        assertThat(secrets()).containsExactly(third, second);
        clock.advance(GRACE.dividedBy(2));
        assertThat(secrets()).containsExactly(third);
    }

    @Test
    void previousSecret_endsAtOnceWithoutGrace() {
        Endpoints.EndpointWithSecret first = add();
        Secret second = endpoints
                .rotate("acme", first.endpoint().id(), Duration.ZERO, ACTOR)
                .orElseThrow()
                .secret();
        assertThat(secrets()).containsExactly(second);
        assertThat(endpoints.rotate("acme", "none", GRACE, ACTOR)).isEmpty();
    }

    @Test
    void validSecrets_areLimited() {
        Endpoints.EndpointWithSecret first = add();
        for (int i = 0; i < 10; i++) {
            endpoints.rotate("acme", first.endpoint().id(), GRACE, ACTOR);
        }
        assertThat(secrets()).hasSize(5).doesNotContain(first.secret());
    }

    @Test
    void rotation_worksAfterTheVaultKeyIsLost() {
        String id = add().endpoint().id();
        endpoints = new Endpoints(meta, new Vault(VaultKeys.temporary()), clock);
        assertThat(endpoints.all("acme")).as("nothing is sent unsigned").isEmpty();
        assertThat(endpoints.list("acme")).hasSize(1);
        Secret fresh = endpoints.rotate("acme", id, GRACE, ACTOR).orElseThrow().secret();
        assertThat(secrets()).containsExactly(fresh);
    }

    @Test
    void pause_keepsItsFirstReasonUntilResumed() {
        String id = add().endpoint().id();
        WebhookEndpoint.Pause first = endpoints
                .pause("acme", id, "keeps failing", ACTOR)
                .flatMap(WebhookEndpoint::paused)
                .orElseThrow();
        clock.advance(GRACE);
        endpoints.pause("acme", id, "again", ACTOR);
        assertThat(endpoints.all("acme").get(0).stored().paused()).contains(first);
        assertThat(endpoints.resume("acme", id, ACTOR).orElseThrow().paused()).isEmpty();
        long revision = endpoints.find("acme", id).orElseThrow().revision();
        assertThat(endpoints.resume("acme", id, ACTOR).orElseThrow().revision()).isEqualTo(revision);
        assertThat(endpoints.resume("globex", id, ACTOR)).isEmpty();
    }

    @Test
    void change_keepsUnnamedValues() {
        Endpoints.EndpointWithSecret made = add();
        String id = made.endpoint().id();
        endpoints.change("acme", id, Optional.of("https://b.example"), Optional.empty(), ACTOR);
        endpoints.change("acme", id, Optional.empty(), Optional.of(Set.of(WebhookEventKind.DELIVERY_FAILED)), ACTOR);
        Endpoint now = endpoints.all("acme").get(0);
        assertThat(now.stored().url()).isEqualTo("https://b.example");
        assertThat(now.stored().wants(WebhookEventKind.DELIVERY_FAILED)).isTrue();
        assertThat(now.stored().wants(WebhookEventKind.DELIVERY_SENT)).isFalse();
        assertThat(now.signWith()).containsExactly(made.secret());
        assertThat(endpoints.delete("acme", id, ACTOR)).isTrue();
        assertThat(endpoints.all("acme")).isEmpty();
    }
}
