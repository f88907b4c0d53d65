package dev.tidings.testkit.metadata;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.ApiKey;
import dev.tidings.core.metadata.ApiKeyScope;
import dev.tidings.core.metadata.AuditEntry;
import dev.tidings.core.metadata.DeviceRegistration;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.metadata.TokenSecret;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.QuietHours;
import dev.tidings.core.model.ResultPage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** The base class of the metadata contract's themes: a store shared by its tests, and separate tenants per test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MetadataTheme {
    /** A generous timeout: a store that never responds must fail a test instead of blocking the build. */
    private static final long TIMEOUT_SECONDS = 60;

    static final String ACTOR = "key_of_the_test";
    static final Instant T0 = Instant.parse("2026-03-01T10:15:30.123Z");
    static final Instant T1 = T0.plusSeconds(60);
    static final Instant T2 = T1.plusSeconds(60);

    private final MetadataStoreContract contract;
    MetadataStore metadata;
    String tenant;
    String other;

    MetadataTheme(MetadataStoreContract contract) {
        this.contract = contract;
    }

    @BeforeEach
    void startAfresh() throws Exception {
        if (metadata == null) {
            metadata = contract.open();
        }
        tenant = addTenant();
        other = addTenant();
    }

    @AfterAll
    void close() {
        if (metadata != null) {
            metadata.close();
            metadata = null;
        }
    }

    void reopen() throws Exception {
        close();
        metadata = contract.open();
    }

    final String addTenant() {
        String id = fresh("tenant");
        metadata.tenants().add(new Tenant(id, "Tenant " + id, T0), ACTOR);
        return id;
    }

    static String fresh(String prefix) {
        return prefix + "-" + UUID.randomUUID();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static ApiKey key(String tenant, String id) {
        return new ApiKey(
                id,
                tenant,
                "a key",
                Set.of(ApiKeyScope.SEND),
                bytes("hash of " + id),
                Optional.empty(),
                Optional.empty(),
                T0,
                Optional.empty());
    }

    static TokenSecret secret(String tenant, String kid) {
        return new TokenSecret(kid, tenant, bytes("secret of " + tenant), T0, Optional.empty());
    }

    static UserChange user(String id) {
        return new UserChange(
                id, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    static UserChange user(String id, String email) {
        return new UserChange(
                id, Optional.of(email), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    static DeviceRegistration device(String id, String token) {
        return new DeviceRegistration(id, AddressKind.FCM, token, Optional.empty(), Optional.empty());
    }

    static NotificationType type(String name) {
        return new NotificationType(
                name, Optional.empty(), Set.of(Channel.IN_APP), Priority.NORMAL, OptionalInt.empty(), false);
    }

    static PreferencePatch channel(Channel channel, Optional<Boolean> choice) {
        return new PreferencePatch(Map.of(channel, choice), Map.of(), Map.of());
    }

    static PreferencePatch quiet(Optional<QuietHours> hours) {
        return new PreferencePatch(Map.of(), Map.of(), Map.of(), Optional.of(hours));
    }

    static PreferencePatch category(String name, Channel channel, Optional<Boolean> choice) {
        return new PreferencePatch(Map.of(), Map.of(name, Map.of(channel, choice)), Map.of());
    }

    static PreferencePatch typed(String name, Channel channel, Optional<Boolean> choice) {
        return new PreferencePatch(Map.of(), Map.of(), Map.of(name, Map.of(channel, choice)));
    }

    List<AuditEntry> audit(String ofTenant) {
        return all(after -> metadata.audit().list(ofTenant, after, 1000));
    }

    /** The items of all pages. */
    static <T> List<T> all(Function<Optional<String>, ResultPage<T>> part) {
        List<T> all = new ArrayList<>();
        Optional<String> after = Optional.empty();
        do {
            ResultPage<T> slice = part.apply(after);
            all.addAll(slice.items());
            after = slice.next();
        } while (after.isPresent());
        return all;
    }

    /** Runs the same work on several threads that start together, and rethrows the failure of any. */
    static <T> List<T> together(int threads, IntFunction<T> work) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CountDownLatch start = new CountDownLatch(threads);
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int index = i;
                futures.add(pool.submit(() -> {
                    start.countDown();
                    start.await();
                    return work.apply(index);
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }
}
