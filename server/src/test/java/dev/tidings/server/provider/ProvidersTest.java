package dev.tidings.server.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.channels.capture.CaptureKind;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.InvalidSettingException;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Receipt;
import dev.tidings.core.metadata.ProviderAccount;
import dev.tidings.metadata.sql.SqlMetadataConfig;
import dev.tidings.metadata.sql.SqlMetadataStore;
import dev.tidings.server.secret.Vault;
import dev.tidings.server.secret.VaultKeys;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the provider accounts: stored with encrypted secrets, opened on first use, ordered by rank, closed in the background. */
class ProvidersTest {
    private static final String ACTOR = "test";
    private static final Map<String, String> FINE = Map.of("host", "h", "password", "hunter2");

    @TempDir
    private Path folder;

    private final SampleKind mail = new SampleKind("mail", AddressKind.MAILBOX);
    private final SampleKind all = new SampleKind("all", AddressKind.MAILBOX, AddressKind.PHONE);
    private final CaptureKind capture = new CaptureKind();
    private final Vault vault = new Vault(VaultKeys.temporary());
    private final List<String> receipts = new ArrayList<>();
    private SqlMetadataStore meta;
    private Providers providers;

    @BeforeEach
    void open() {
        meta = SqlMetadataStore.open(SqlMetadataConfig.sqlite(folder.resolve("meta.db")));
        providers = providers(vault, true);
    }

    @AfterEach
    void close() {
        providers.close();
        meta.close();
    }

    private Providers providers(Vault with, boolean fallBack) {
        return new Providers(new Providers.ProviderComponents(
                meta,
                with,
                new ProviderKinds(List.of(mail, all, capture)),
                capture,
                fallBack,
                new SteppedClock(),
                (id, receipt) -> receipts.add(id + " " + receipt.providerMessageId())));
    }

    private static AccountDraft draft(SampleKind kind, Map<String, String> settings, int rank, boolean enabled) {
        return new AccountDraft(kind, settings, rank, enabled, 5, 7, Duration.ofSeconds(3));
    }

    private AccountView put(String tenant, String name, SampleKind kind, Map<String, String> settings) {
        return providers.put(tenant, name, draft(kind, settings, 1, true), ACTOR);
    }

    private void put(String name, SampleKind kind, int rank, boolean enabled) {
        providers.put("acme", name, draft(kind, FINE, rank, enabled), ACTOR);
    }

    private List<String> carrying(String tenant, AddressKind kind) {
        return providers.openFor(tenant, kind).stream().map(OpenProvider::id).toList();
    }

    /** The answer of the only account to a delivery that it can't handle. */
    private String outcome(String tenant) {
        List<OpenProvider> only = providers.openFor(tenant, AddressKind.MAILBOX);
        assertThat(only).extracting(OpenProvider::id).containsExactly(tenant + "/a");
        Outcome outcome = only.get(0).provider().deliver(null).join();
        assertThat(outcome).isInstanceOf(Outcome.Retry.class).hasFieldOrPropertyWithValue("code", "account_unusable");
        return ((Outcome.Retry) outcome).text();
    }

    private SampleKind.Opened opened(String name) {
        return (SampleKind.Opened) providers.find("acme/" + name).orElseThrow().provider();
    }

    private static void await(SampleKind.Opened provider) {
        try {
            provider.closed.get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void enabledAccounts_areOrderedByRankThenName() {
        put("c", mail, 1, true);
        put("b", all, 2, true);
        put("a", mail, 2, true);
        put("off", mail, 0, false);
        assertThat(carrying("acme", AddressKind.MAILBOX)).containsExactly("acme/c", "acme/a", "acme/b");
        assertThat(carrying("acme", AddressKind.PHONE)).containsExactly("acme/b");
    }

    @Test
    void provider_isOpenedOnceOnFirstUse() {
        put("acme", "a", mail, FINE);
        providers.close();
        mail.opened.clear();
        providers = providers(vault, true);
        assertThat(carrying("acme", AddressKind.PHONE)).containsExactly("acme/capture");
        assertThat(mail.opened).isEmpty();
        carrying("acme", AddressKind.MAILBOX);
        carrying("acme", AddressKind.MAILBOX);
        assertThat(mail.opened).hasSize(1);
        assertThat(mail.opened.get(0).settings.text("password")).isEqualTo("hunter2");
        assertThat(mail.opened.get(0).context.timeout()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void changeOfAnotherAccount_leavesItOpen() {
        put("acme", "a", mail, FINE);
        SampleKind.Opened a = opened("a");
        put("acme", "b", mail, FINE);
        assertThat(opened("a")).isSameAs(a);
        assertThat(a.closed).isNotDone();
    }

    @Test
    void changedAccount_closesWhileTheNewOneIsInUse() {
        put("acme", "a", mail, FINE);
        SampleKind.Opened before = opened("a");
        before.slow = true;
        put("acme", "a", mail, Map.of("host", "other", "password", "hunter2"));
        SampleKind.Opened after = opened("a");
        assertThat(after).isNotSameAs(before);
        assertThat(after.settings.text("host")).isEqualTo("other");
        assertThat(before.closed).isNotDone();
        before.mayClose.countDown();
        await(before);
        assertThat(after.closed).isNotDone();
    }

    @Test
    void deletedAccount_isClosed() {
        put("acme", "a", mail, FINE);
        SampleKind.Opened a = opened("a");
        assertThat(providers.delete("acme", "a", ACTOR)).isTrue();
        assertThat(providers.delete("acme", "a", ACTOR)).isFalse();
        await(a);
        assertThat(providers.find("acme/a")).isEmpty();
        assertThat(carrying("acme", AddressKind.MAILBOX)).containsExactly("acme/capture");
    }

    @Test
    void withoutAccount_deliveriesAreCapturedIfConfigured() {
        assertThat(carrying("acme", AddressKind.MAILBOX)).containsExactly("acme/capture");
        assertThat(carrying("globex", AddressKind.APNS)).containsExactly("globex/capture");
        assertThat(providers.find("globex/capture")).isPresent();
        providers.close();
        providers = providers(vault, false);
        assertThat(carrying("acme", AddressKind.MAILBOX)).isEmpty();
    }

    /** Disabling an account stops its deliveries; they must not appear as sent. */
    @Test
    void disabledOnlyAccount_isNotReplacedByCapture() {
        put("off", mail, 0, false);
        assertThat(carrying("acme", AddressKind.MAILBOX)).isEmpty();
        assertThat(carrying("acme", AddressKind.PHONE)).containsExactly("acme/capture");
    }

    @Test
    void unusableAccount_isSkippedAndReportsWhy() {
        put("a", mail, 1, true);
        put("b", all, 2, true);
        providers.close();
        providers = providers(vault, true);
        mail.tooOld = true;
        assertThat(carrying("acme", AddressKind.MAILBOX)).containsExactly("acme/b");
        assertThat(providers.view("acme", "a").orElseThrow().problem())
                .hasValueSatisfying(problem -> assertThat(problem).contains("two hosts, since the upgrade"));
        providers.delete("acme", "b", ACTOR);
        assertThat(outcome("acme")).as("deliveries are not captured instead").contains("two hosts");
    }

    @Test
    void missingKey_isReportedAndAccountCanBeReplaced() {
        put("acme", "a", mail, FINE);
        providers.close();
        providers = providers(new Vault(VaultKeys.temporary()), true);
        assertThat(outcome("acme")).as("waits for the key").contains("encrypted with the key");
        assertThat(providers.view("acme", "a").orElseThrow().problem())
                .hasValueSatisfying(problem -> assertThat(problem).contains("encrypted with the key"));
        assertThatThrownBy(() -> put("acme", "a", mail, Map.of("host", "h")))
                .isInstanceOfSatisfying(
                        InvalidSettingException.class,
                        e -> assertThat(e.setting()).isEqualTo("password"));
        put("acme", "a", mail, FINE);
        assertThat(carrying("acme", AddressKind.MAILBOX)).containsExactly("acme/a");
    }

    @Test
    void omittedSecret_keepsItsValue() {
        Map<String, String> both = new HashMap<>(FINE);
        both.put("token", "t0ken");
        assertThat(put("acme", "a", mail, both).secrets()).containsExactlyInAnyOrder("password", "token");
        Map<String, String> changed = new HashMap<>(FINE);
        changed.put("password", "changed");
        put("acme", "a", mail, changed);
        assertThat(opened("a").settings.text("password")).isEqualTo("changed");
        assertThat(opened("a").settings.find("token")).contains("t0ken");
    }

    /** A user who may change an account but not see its password must not be able to redirect it. */
    @Test
    void secret_isNotCarriedOverToAnotherHost() {
        put("acme", "a", mail, FINE);
        assertThatThrownBy(() -> put("acme", "a", mail, Map.of("host", "evil.example")))
                .isInstanceOfSatisfying(
                        InvalidSettingException.class,
                        e -> assertThat(e.setting()).isEqualTo("password"));
        assertThat(opened("a").settings.text("host")).isEqualTo(FINE.get("host"));
    }

    @Test
    void secretsTooLargeTogether_areRejected() {
        String large = "x".repeat(20_000);
        put("acme", "a", mail, Map.of("host", "h", "password", large));
        assertThatThrownBy(() -> put("acme", "a", mail, Map.of("host", "h", "token", large)))
                .isInstanceOfSatisfying(
                        InvalidSettingException.class,
                        e -> assertThat(e.setting()).isEqualTo("token"));
    }

    /** A concurrent reader sees the account before or after the change, never an empty list. */
    @Test
    void concurrentChange_neverLeavesNoProvider() throws Exception {
        put("acme", "a", mail, FINE);
        AtomicBoolean done = new AtomicBoolean();
        CompletableFuture<Long> looking = CompletableFuture.supplyAsync(() -> {
            long looks = 0;
            for (; !done.get(); looks++) {
                assertThat(carrying("acme", AddressKind.MAILBOX)).containsExactly("acme/a");
            }
            return looks;
        });
        for (int i = 0; i < 100; i++) {
            put("acme", "a", mail, Map.of("host", "h" + i, "password", "hunter2"));
        }
        done.set(true);
        assertThat(looking.get(60, TimeUnit.SECONDS)).isPositive();
        assertThat(opened("a").settings.text("host")).isEqualTo("h99");
    }

    @Test
    void changeOfKind_keepsNoSecret() {
        put("acme", "a", mail, FINE);
        assertThatThrownBy(() -> put("acme", "a", all, Map.of("host", "h")))
                .isInstanceOf(InvalidSettingException.class);
        assertThat(opened("a").settings.text("password")).isEqualTo("hunter2");
    }

    @Test
    void invalidSettings_areNotStored() {
        assertThatThrownBy(() -> put("acme", "a", mail, Map.of("host", "h", "password", "tiny")))
                .isInstanceOfSatisfying(InvalidSettingException.class, e -> {
                    assertThat(e.setting()).isEqualTo("password");
                    assertThat(e.value()).isNull();
                    assertThat(e).hasMessageNotContaining("tiny");
                });
        assertThatThrownBy(() -> put("acme", "a", mail, Map.of("host", SampleKind.CURSED, "password", "hunter2")))
                .isInstanceOf(IllegalStateException.class)
                .hasNoCause()
                .hasMessageContaining("IllegalArgumentException")
                .hasMessageNotContaining("hunter2");
        assertThat(meta.providers().list("acme")).isEmpty();
    }

    @Test
    void validation_closesItsProvider() {
        put("acme", "a", mail, FINE);
        assertThat(mail.opened.get(0).closed).isDone();
    }

    @Test
    void tenants_areIsolated() {
        put("acme", "a", mail, FINE);
        assertThat(carrying("globex", AddressKind.MAILBOX)).containsExactly("globex/capture");
        assertThat(providers.find("globex/a")).isEmpty();
        assertThat(providers.view("globex", "a")).isEmpty();
        assertThat(providers.delete("globex", "a", ACTOR)).isFalse();
        assertThat(carrying("acme", AddressKind.MAILBOX)).containsExactly("acme/a");
    }

    /** Write access to the database must not allow one tenant to send with the credentials of another. */
    @Test
    void movedCredentials_cannotBeDecrypted() {
        put("acme", "a", mail, FINE);
        ProviderAccount of = meta.providers().find("acme", "a").orElseThrow();
        meta.providers()
                .put(
                        new ProviderAccount(
                                "globex",
                                "a",
                                of.kind(),
                                1,
                                true,
                                1,
                                0,
                                of.timeout(),
                                of.settings(),
                                of.credentials(),
                                0),
                        ACTOR);
        assertThat(outcome("globex")).contains("can't be opened");
    }

    @Test
    void receipt_carriesTheProviderId() {
        put("acme", "a", mail, FINE);
        opened("a").context.receipts().accept(new Receipt("m1", Receipt.State.DELIVERED, null, null));
        assertThat(receipts).containsExactly("acme/a m1");
    }

    @Test
    void disabledAccount_isStillFoundForReceipts() {
        put("off", mail, 0, false);
        assertThat(providers.find("acme/off")).isPresent();
        assertThat(providers.find("nonsense")).isEmpty();
    }

    @Test
    void close_closesAllProviders() {
        put("acme", "a", mail, FINE);
        SampleKind.Opened a = opened("a");
        providers.close();
        assertThat(a.closed).isDone();
        assertThatThrownBy(() -> carrying("acme", AddressKind.MAILBOX)).isInstanceOf(IllegalStateException.class);
    }
}
