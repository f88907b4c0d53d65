package dev.tidings.server.webhook;

import dev.tidings.core.meta.EventKind;
import dev.tidings.core.meta.Meta;
import dev.tidings.core.meta.Meta.Endpoints.Change;
import dev.tidings.core.meta.MetaException;
import dev.tidings.core.meta.WebhookEndpoint;
import dev.tidings.server.config.Secret;
import dev.tidings.server.secret.Vault;
import dev.tidings.server.secret.VaultException;
import dev.tidings.server.webhook.SigningSecrets.Timed;
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

/** Where tenants want to be told of events. May block. What another process changes is not noticed before a restart. */
public final class Endpoints {
    private static final Logger log = LoggerFactory.getLogger(Endpoints.class);
    private static final int TRIES = 20;

    private final Meta meta;
    private final SigningSecrets secrets;
    private final InstantSource clock;
    private final ConcurrentMap<String, List<Opened>> byTenant = new ConcurrentHashMap<>();
    /** Counts changes: what was read while one was made is not kept. */
    private final AtomicLong changes = new AtomicLong();

    private record Opened(WebhookEndpoint stored, List<Timed> secrets) {}

    /** An endpoint and the secret that it was just given, which is shown once. */
    public record WithSecret(WebhookEndpoint endpoint, Secret secret) {}

    public Endpoints(Meta meta, Vault vault, InstantSource clock) {
        this.meta = meta;
        this.secrets = new SigningSecrets(vault);
        this.clock = clock;
    }

    /** For whoever tells them: from memory once they were read, those that are paused too. */
    public List<Endpoint> of(String tenant) {
        Instant now = clock.instant();
        return known(tenant).stream()
                .map(opened -> new Endpoint(
                        opened.stored(),
                        opened.secrets().stream()
                                .filter(timed -> timed.validAt(now))
                                .map(Timed::secret)
                                .toList()))
                .toList();
    }

    /** Those that want to know of such an event: mostly none, which is found without making anything. */
    List<WebhookEndpoint> wanting(String tenant, EventKind kind) {
        List<WebhookEndpoint> wanting = List.of();
        for (Opened opened : known(tenant)) {
            if (opened.stored().wants(kind)) {
                wanting = wanting.isEmpty() ? new ArrayList<>() : wanting;
                wanting.add(opened.stored());
            }
        }
        return wanting;
    }

    private List<Opened> known(String tenant) {
        List<Opened> known = byTenant.get(tenant);
        return known != null ? known : load(tenant);
    }

    /** Whether {@link #of} would answer from memory. */
    public boolean areKnown(String tenant) {
        return byTenant.containsKey(tenant);
    }

    private List<Opened> load(String tenant) {
        long before = changes.get();
        List<Opened> found = new ArrayList<>();
        for (WebhookEndpoint stored : meta.endpoints().list(tenant)) {
            try {
                found.add(new Opened(stored, secrets.open(stored)));
            } catch (VaultException e) {
                log.error("the endpoint {}/{} is told of nothing: {}", tenant, stored.id(), e.getMessage());
            }
        }
        List<Opened> all = List.copyOf(found);
        byTenant.compute(tenant, (key, known) -> changes.get() == before ? all : known);
        return all;
    }

    public List<WebhookEndpoint> list(String tenant) {
        return meta.endpoints().list(tenant);
    }

    public Optional<WebhookEndpoint> find(String tenant, String id) {
        return meta.endpoints().find(tenant, id);
    }

    public WithSecret add(String tenant, String url, Set<EventKind> events, String actor) {
        String id = "wh_" + UUID.randomUUID().toString().replace("-", "");
        Secret secret = SigningSecrets.fresh();
        byte[] sealed = secrets.seal(tenant, id, List.of(new Timed(secret, Optional.empty())));
        WebhookEndpoint endpoint = new WebhookEndpoint(tenant, id, url, events, sealed, Optional.empty(), now(), 0);
        return new WithSecret(stored(endpoint, Change.ADD, actor).orElseThrow(), secret);
    }

    /** Empty if there is none. What is not given stays as it is. */
    public Optional<WebhookEndpoint> change(
            String tenant, String id, Optional<String> url, Optional<Set<EventKind>> events, String actor) {
        return changed(
                tenant,
                id,
                Change.CHANGE,
                before -> before.with(url.orElse(before.url()), events.orElse(before.events())),
                actor);
    }

    /** A new secret, while the present one stays valid for so long. Empty if there is no such endpoint. */
    public Optional<WithSecret> rotate(String tenant, String id, Duration grace, String actor) {
        Secret fresh = SigningSecrets.fresh();
        Instant now = now();
        return changed(
                        tenant,
                        id,
                        Change.ROTATE_SECRET,
                        before -> before.withSecrets(secrets.seal(
                                tenant, id, SigningSecrets.rotated(readable(before), fresh, now, now.plus(grace)))),
                        actor)
                .map(endpoint -> new WithSecret(endpoint, fresh));
    }

    /** None if they can't be read any more: the new one is then the only one. */
    private List<Timed> readable(WebhookEndpoint endpoint) {
        try {
            return secrets.open(endpoint);
        } catch (VaultException e) {
            return List.of();
        }
    }

    /** Nothing is sent there from now on. One that is paused already stays so since then. Empty if there is none. */
    public Optional<WebhookEndpoint> pause(String tenant, String id, String reason, String actor) {
        WebhookEndpoint.Pause pause = new WebhookEndpoint.Pause(reason, now());
        return changed(
                tenant,
                id,
                Change.PAUSE,
                before -> before.paused().isPresent() ? before : before.withPause(Optional.of(pause)),
                actor);
    }

    /** Empty if there is none. */
    public Optional<WebhookEndpoint> resume(String tenant, String id, String actor) {
        return changed(
                tenant,
                id,
                Change.RESUME,
                before -> before.paused().isEmpty() ? before : before.withPause(Optional.empty()),
                actor);
    }

    /** False if there is none. */
    public boolean delete(String tenant, String id, String actor) {
        try {
            return meta.endpoints().delete(tenant, id, actor);
        } finally {
            forget(tenant);
        }
    }

    /** What comes out the same as it was is not stored again. */
    private Optional<WebhookEndpoint> changed(
            String tenant, String id, Change change, UnaryOperator<WebhookEndpoint> how, String actor) {
        for (int i = 0; i < TRIES; i++) {
            Optional<WebhookEndpoint> before = meta.endpoints().find(tenant, id);
            if (before.isEmpty()) {
                return before;
            }
            WebhookEndpoint after = how.apply(before.get());
            if (after == before.get()) {
                return before;
            }
            Optional<WebhookEndpoint> stored = stored(after, change, actor);
            if (stored.isPresent()) {
                return stored;
            }
            // Somebody was quicker: the change is made to what there is now.
        }
        throw new MetaException(
                "endpoints.put failed: others change " + tenant + "/" + id + " all the time", true, null);
    }

    private Optional<WebhookEndpoint> stored(WebhookEndpoint endpoint, Change change, String actor) {
        try {
            return meta.endpoints().put(endpoint, change, now(), actor);
        } finally {
            forget(endpoint.tenant());
        }
    }

    private void forget(String tenant) {
        changes.incrementAndGet();
        byTenant.remove(tenant);
    }

    /** As it is stored. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
