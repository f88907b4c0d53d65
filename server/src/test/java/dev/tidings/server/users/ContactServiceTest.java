package dev.tidings.server.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.hot.CacheLookup;
import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.hot.HotStateException;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.metadata.Device;
import dev.tidings.core.metadata.DeviceRegistration;
import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import dev.tidings.metadata.sql.SqlMetadataConfig;
import dev.tidings.metadata.sql.SqlMetadataStore;
import dev.tidings.server.hot.HookedMetadataStore;
import dev.tidings.server.hot.MemoryHotState;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the contact cache: after a change is acknowledged, no lookup returns the old contact. */
class ContactServiceTest {
    private static final UserKey ANN = new UserKey("acme", "ann");
    private static final UserKey BOB = new UserKey("acme", "bob");
    private static final UserKey EVE = new UserKey("acme", "eve");
    private static final UserKey OTHER = new UserKey("globex", "ann");
    private static final Executor SAME_THREAD = Runnable::run;

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock();
    private final MemoryHotState hot = new MemoryHotState(clock, 100);
    private SqlMetadataStore stored;
    private HookedMetadataStore hooked;
    private PreferenceService preferences;
    private ContactService contacts;

    @BeforeEach
    void open() {
        stored = SqlMetadataStore.open(SqlMetadataConfig.sqlite(folder.resolve("meta.db")), clock);
        hooked = new HookedMetadataStore(stored);
        preferences = new PreferenceService(
                hooked.metadata(),
                hot.preferences(),
                SAME_THREAD,
                clock,
                user -> CompletableFuture.completedFuture(null));
        contacts = with(hot.contacts());
    }

    private ContactService with(FencedCache<Contact> cache) {
        return new ContactService(
                hooked.metadata(),
                cache,
                preferences,
                SAME_THREAD,
                clock,
                user -> CompletableFuture.completedFuture(null));
    }

    @AfterEach
    void close() {
        stored.close();
    }

    private Contact find(UserKey user) {
        return contacts.find(user).join();
    }

    private Optional<String> email(UserKey user) {
        return find(user).profile().flatMap(UserProfile::email);
    }

    private List<String> devices(UserKey user) {
        return find(user).devices().stream().map(Device::id).toList();
    }

    private void put(UserKey user, String email) {
        contacts.put(user.tenant(), List.of(change(user.user(), email)), "test").join();
    }

    private static UserChange change(String user, String email) {
        return new UserChange(
                user, Optional.of(email), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private Device register(UserKey user, String id, String token) {
        DeviceRegistration device =
                new DeviceRegistration(id, AddressKind.FCM, token, Optional.empty(), Optional.empty());
        return contacts.register(user, device, "test").join();
    }

    private int reads() {
        return Collections.frequency(hooked.calls, "users.find");
    }

    @Test
    void concurrentChanges_areBothKept() {
        UserChange first = new UserChange(
                "ann",
                Optional.of("ann@example.com"),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
        contacts.put("acme", List.of(first), "test").join();
        hooked.before(
                "users.replace",
                () -> stored.users().put("acme", List.of(withLocale(first, "de")), clock.instant(), "other"));
        UserProfile changed = contacts.change(
                        ANN,
                        now -> new UserChange(
                                "ann",
                                now.email(),
                                Optional.of("+4915112345678"),
                                now.webhook(),
                                now.locale(),
                                now.timeZone()),
                        "test")
                .join()
                .orElseThrow();
        assertThat(changed)
                .returns(Optional.of("+4915112345678"), UserProfile::phone)
                .returns(Optional.of("de"), UserProfile::locale);
        assertThat(contacts.find(ANN).join().profile()).contains(changed);
        assertThat(contacts.change(BOB, now -> first, "test").join()).isEmpty();
    }

    private static UserChange withLocale(UserChange user, String locale) {
        return new UserChange(
                user.user(), user.email(), user.phone(), user.webhook(), Optional.of(locale), user.timeZone());
    }

    @Test
    void contact_isReadOnceWhileUnchanged() {
        put(ANN, "ann@example.com");
        register(ANN, "phone", "t");
        assertThat(email(ANN)).contains("ann@example.com");
        assertThat(devices(ANN)).containsExactly("phone");
        assertThat(find(BOB)).isSameAs(Contact.UNKNOWN);
        find(BOB);
        assertThat(reads()).isEqualTo(2);
    }

    @Test
    void manyContacts_areReadOncePerTenant() {
        put(ANN, "ann@example.com");
        put(OTHER, "other@example.com");
        register(BOB, "phone", "t");
        find(ANN);
        hooked.calls.clear();
        Map<UserKey, Contact> all = contacts.findAll(List.of(ANN, BOB, EVE, OTHER, BOB));
        assertThat(all).containsOnlyKeys(ANN, BOB, EVE, OTHER);
        assertThat(all.get(OTHER).profile()).flatMap(UserProfile::email).contains("other@example.com");
        assertThat(all.get(BOB).devices()).hasSize(1);
        assertThat(all.get(EVE)).isEqualTo(Contact.UNKNOWN);
        assertThat(hooked.calls).containsExactlyInAnyOrder("users.find", "devices.find", "users.find", "devices.find");
        hooked.calls.clear();
        assertThat(contacts.findAll(all.keySet())).isEqualTo(all);
        assertThat(hooked.calls).isEmpty();
    }

    @Test
    void change_isVisibleAfterAcknowledgement() {
        put(ANN, "old@example.com");
        register(ANN, "phone", "t");
        find(ANN);
        put(ANN, "new@example.com");
        assertThat(email(ANN)).contains("new@example.com");
        register(ANN, "tablet", "t2");
        assertThat(devices(ANN)).containsExactlyInAnyOrder("phone", "tablet");
        assertThat(contacts.remove(ANN, "phone", "test").join()).isTrue();
        assertThat(contacts.remove(ANN, "phone", "test").join()).isFalse();
        assertThat(devices(ANN)).containsExactly("tablet");
        preferences.change(
                ANN, new PreferencePatch(Map.of(Channel.SMS, Optional.of(true)), Map.of(), Map.of()), "test");
        assertThat(contacts.delete(ANN, "test").join()).isTrue();
        assertThat(find(ANN)).isEqualTo(Contact.UNKNOWN);
        assertThat(preferences.find(ANN).join()).isEqualTo(Preferences.NONE);
        assertThat(contacts.delete(ANN, "test").join()).isFalse();
    }

    @Test
    void valueReadBeforeAChange_isNotCachedAfterIt() {
        put(ANN, "old@example.com");
        // Between the two statements of a read.
        hooked.before("devices.find", () -> put(ANN, "new@example.com"));
        assertThat(email(ANN)).contains("old@example.com");
        assertThat(email(ANN)).contains("new@example.com");
    }

    @Test
    void valueReadDuringAChange_isNotCached() {
        put(ANN, "old@example.com");
        hooked.before("users.put", () -> assertThat(email(ANN)).contains("old@example.com"));
        put(ANN, "new@example.com");
        assertThat(email(ANN)).contains("new@example.com");
    }

    @Test
    void tokenTakenOver_isRemovedFromItsOwner() {
        register(ANN, "phone", "t");
        find(ANN);
        find(BOB);
        register(BOB, "phone", "t");
        assertThat(devices(ANN)).isEmpty();
        assertThat(devices(BOB)).containsExactly("phone");
    }

    @Test
    void tokenWithAConcurrentNewOwner_isTakenOver() {
        register(ANN, "phone", "t");
        hooked.before("devices.put", () -> {
            register(EVE, "phone", "t");
            assertThat(devices(EVE)).containsExactly("phone");
        });
        register(BOB, "phone", "t");
        assertThat(devices(ANN)).isEmpty();
        assertThat(devices(EVE)).isEmpty();
        assertThat(devices(BOB)).containsExactly("phone");
    }

    @Test
    void unreachableReport_holdsUntilTheNextRegistration() {
        register(ANN, "phone", "t");
        find(ANN);
        Address address = new Address(AddressKind.FCM, "t");
        Instant then = clock.instant();
        clock.advance(Duration.ofMinutes(1));
        assertThat(contacts.reportUnreachable(ANN, address, then).join()).isTrue();
        assertThat(devices(ANN)).isEmpty();
        assertThat(contacts.reportUnreachable(ANN, address, then).join()).isFalse();
        register(ANN, "phone", "t");
        assertThat(contacts.reportUnreachable(ANN, address, then).join()).isFalse();
        assertThat(devices(ANN)).containsExactly("phone");
        assertThat(contacts.reportUnreachable(BOB, address, clock.instant()).join())
                .isFalse();
        assertThat(devices(ANN)).containsExactly("phone");
    }

    @Test
    void unusedDevices_areRemovedAndUncached() {
        StaleDeviceCleaner stale = new StaleDeviceCleaner(contacts, clock, Duration.ofDays(270), 2);
        for (int i = 0; i < 4; i++) {
            register(i % 2 == 0 ? BOB : OTHER, "d" + i, "unused" + i);
        }
        register(ANN, "phone", "t");
        clock.advance(Duration.ofDays(270));
        register(ANN, "tablet", "t2");
        assertThat(stale.removeAll()).isZero();
        assertThat(devices(ANN)).containsExactly("tablet", "phone");
        clock.advance(Duration.ofMillis(1));
        assertThat(stale.removeAll()).isEqualTo(5);
        assertThat(devices(ANN)).containsExactly("tablet");
        assertThat(devices(BOB)).isEmpty();
        assertThat(devices(OTHER)).isEmpty();
        stale.close();
    }

    @Test
    void failedChange_endsItsLease() {
        put(ANN, "old@example.com");
        assertThatThrownBy(() -> put(ANN, "x".repeat(1_000))).isNotNull();
        assertThat(hot.contacts().find(ANN).join().version()).isNotEqualTo(CacheVersion.NONE);
        assertThat(email(ANN)).contains("old@example.com");
    }

    @Test
    void changeWithoutALease_isNotMade() {
        put(ANN, "ann@example.com");
        put(BOB, "bob@example.com");
        contacts = with(new Unreachable(hot.contacts(), Set.of(BOB)));
        List<UserChange> both = List.of(change("ann", "new@example.com"), change("bob", "new@example.com"));
        assertThatThrownBy(() -> contacts.put("acme", both, "test").join()).hasCauseInstanceOf(HotStateException.class);
        assertThat(stored.users().find("acme", "ann").flatMap(UserProfile::email))
                .contains("ann@example.com");
        assertThat(hot.contacts().find(ANN).join().version()).isNotEqualTo(CacheVersion.NONE);
        // Lookups fall back to the database.
        assertThat(email(BOB)).contains("bob@example.com");
    }

    /** A cache that fails for some users. */
    private record Unreachable(FencedCache<Contact> inner, Set<UserKey> users) implements FencedCache<Contact> {
        private <T> CompletableFuture<T> unless(UserKey user, CompletableFuture<T> answer) {
            return users.contains(user)
                    ? CompletableFuture.failedFuture(new HotStateException("no answer", null))
                    : answer;
        }

        @Override
        public CompletableFuture<CacheLookup<Contact>> find(UserKey user) {
            return unless(user, inner.find(user));
        }

        @Override
        public CompletableFuture<Void> putIfUnchanged(UserKey user, CacheVersion version, Contact value) {
            return unless(user, inner.putIfUnchanged(user, version, value));
        }

        @Override
        public CompletableFuture<CacheVersion> beginChange(UserKey user) {
            return users.contains(user)
                    ? CompletableFuture.failedFuture(new HotStateException("no answer", null))
                    : inner.beginChange(user);
        }

        @Override
        public CompletableFuture<Void> changedUnknown(UserKey user, CacheVersion version) {
            return unless(user, inner.changedUnknown(user, version));
        }
    }
}
