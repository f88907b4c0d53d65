package dev.tidings.server.webhook;

import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.MetadataStore.Endpoints.Change;
import dev.tidings.core.metadata.WebhookEndpoint;
import dev.tidings.core.metadata.WebhookEventKind;
import dev.tidings.server.config.Secret;
import dev.tidings.server.secret.Vault;
import dev.tidings.server.secret.VaultException;
import dev.tidings.server.webhook.SigningSecrets.ExpiringSecret;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds, changes, pauses and lists the webhook endpoints of tenants and rotates their secrets; cached by tenant. May block. Changes made by
 * another process are not noticed before a restart.
 */
public final class Endpoints {
    private static final Logger log = LoggerFactory.getLogger(Endpoints.class);
    private static final int TRIES = 20;

    private final MetadataStore metadata;
    private final SigningSecrets secrets;
    private final InstantSource clock;
    private final ConcurrentMap<String, List<Opened>> byTenant = new ConcurrentHashMap<>();
    /** Counts changes: a result read during a change is not cached. */
    private final AtomicLong changes = new AtomicLong();

    /** A stored endpoint with its decrypted secrets. */
    private record Opened(WebhookEndpoint stored, List<ExpiringSecret> secrets) {}

    /** An endpoint and its new secret, which is shown once. */
    public record EndpointWithSecret(WebhookEndpoint endpoint, Secret secret) {}

    public Endpoints(MetadataStore metadata, Vault vault, InstantSource clock) {
        this.metadata = metadata;
        this.secrets = new SigningSecrets(vault);
        this.clock = clock;
    }

    /** All endpoints of a tenant, paused ones included; from the cache after the first read. */
    public List<Endpoint> all(String tenant) {
        Instant now = clock.instant();
        return cached(tenant).stream()
                .map(opened -> new Endpoint(
                        opened.stored(),
                        opened.secrets().stream()
                                .filter(expiringSecret -> expiringSecret.validAt(now))
                                .map(ExpiringSecret::secret)
                                .toList()))
                .toList();
    }

    /** The endpoints subscribed to such an event. Usually none, so that case allocates nothing. */
    List<WebhookEndpoint> subscribers(String tenant, WebhookEventKind kind) {
        List<WebhookEndpoint> wanting = List.of();
        for (Opened opened : cached(tenant)) {
            if (opened.stored().wants(kind)) {
                wanting = wanting.isEmpty() ? new ArrayList<>() : wanting;
                wanting.add(opened.stored());
            }
        }
        return wanting;
    }

    private List<Opened> cached(String tenant) {
        List<Opened> cached = byTenant.get(tenant);
        return cached != null ? cached : load(tenant);
    }

    /** Whether {@link #all} would answer from the cache. */
    public boolean isCached(String tenant) {
        return byTenant.containsKey(tenant);
    }

    private List<Opened> load(String tenant) {
        long before = changes.get();
        List<Opened> found = new ArrayList<>();
        for (WebhookEndpoint stored : metadata.endpoints().list(tenant)) {
            try {
                found.add(new Opened(stored, secrets.open(stored)));
            } catch (VaultException e) {
                log.error("endpoint {}/{} receives no events: {}", tenant, stored.id(), e.getMessage());
            }
        }
        List<Opened> all = List.copyOf(found);
        byTenant.compute(tenant, (key, cached) -> changes.get() == before ? all : cached);
        return all;
    }

    public List<WebhookEndpoint> list(String tenant) {
        return metadata.endpoints().list(tenant);
    }

    public Optional<WebhookEndpoint> find(String tenant, String id) {
        return metadata.endpoints().find(tenant, id);
    }

    public EndpointWithSecret add(String tenant, String url, Set<WebhookEventKind> events, String actor) {
        String id = "wh_" + UUID.randomUUID().toString().replace("-", "");
        Secret secret = SigningSecrets.generate();
        byte[] sealed = secrets.seal(tenant, id, List.of(new ExpiringSecret(secret, Optional.empty())));
        WebhookEndpoint endpoint = new WebhookEndpoint(tenant, id, url, events, sealed, Optional.empty(), now(), 0);
        return new EndpointWithSecret(stored(endpoint, Change.ADD, actor).orElseThrow(), secret);
    }

    /** Empty if it does not exist. A value that is not given stays as it is. */
    public Optional<WebhookEndpoint> change(
            String tenant, String id, Optional<String> url, Optional<Set<WebhookEventKind>> events, String actor) {
        return changed(
                tenant,
                id,
                Change.CHANGE,
                before -> before.with(url.orElse(before.url()), events.orElse(before.events())),
                actor);
    }

    /** Adds a new secret; the current one stays valid for the grace period. Empty if there is no such endpoint. */
    public Optional<EndpointWithSecret> rotate(String tenant, String id, Duration grace, String actor) {
        Secret fresh = SigningSecrets.generate();
        Instant now = now();
        return changed(
                        tenant,
                        id,
                        Change.ROTATE_SECRET,
                        before -> before.withSecrets(secrets.seal(
                                tenant, id, SigningSecrets.rotate(readable(before), fresh, now, now.plus(grace)))),
                        actor)
                .map(endpoint -> new EndpointWithSecret(endpoint, fresh));
    }

    /** None if they can't be decrypted any more: then the new secret is the only one. */
    private List<ExpiringSecret> readable(WebhookEndpoint endpoint) {
        try {
            return secrets.open(endpoint);
        } catch (VaultException e) {
            return List.of();
        }
    }

    /**
     * Stops sending to the endpoint. An endpoint that is paused already keeps its first reason and time. Empty if it does not exist.
     */
    public Optional<WebhookEndpoint> pause(String tenant, String id, String reason, String actor) {
        WebhookEndpoint.Pause pause = new WebhookEndpoint.Pause(reason, now());
        return changed(
                tenant,
                id,
                Change.PAUSE,
                before -> before.paused().isPresent() ? before : before.withPause(Optional.of(pause)),
                actor);
    }

    /** Empty if it does not exist. */
    public Optional<WebhookEndpoint> resume(String tenant, String id, String actor) {
        return changed(
                tenant,
                id,
                Change.RESUME,
                before -> before.paused().isEmpty() ? before : before.withPause(Optional.empty()),
                actor);
    }

    /** False if it does not exist. */
    public boolean delete(String tenant, String id, String actor) {
        try {
            return metadata.endpoints().delete(tenant, id, actor);
        } finally {
            forget(tenant);
        }
    }

    /** Read-modify-write with optimistic locking. An unchanged endpoint is not stored again. */
    private Optional<WebhookEndpoint> changed(
            String tenant, String id, Change change, UnaryOperator<WebhookEndpoint> update, String actor) {
        for (int i = 0; i < TRIES; i++) {
            Optional<WebhookEndpoint> before = metadata.endpoints().find(tenant, id);
            if (before.isEmpty()) {
                return before;
            }
            WebhookEndpoint after = update.apply(before.get());
            if (after == before.get()) {
                return before;
            }
            Optional<WebhookEndpoint> stored = stored(after, change, actor);
            if (stored.isPresent()) {
                return stored;
            }
            // Lost a race: apply the change to the current version.
        }
        throw new MetadataException(
                "endpoints.put failed: too many concurrent changes of " + tenant + "/" + id, true, null);
    }

    private Optional<WebhookEndpoint> stored(WebhookEndpoint endpoint, Change change, String actor) {
        try {
            return metadata.endpoints().put(endpoint, change, now(), actor);
        } finally {
            forget(endpoint.tenant());
        }
    }

    /** Drops the endpoints of a tenant from memory. */
    public void forget(String tenant) {
        changes.incrementAndGet();
        byTenant.remove(tenant);
    }

    /** The current time with the precision that is stored. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
