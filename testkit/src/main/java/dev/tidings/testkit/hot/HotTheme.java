package dev.tidings.testkit.hot;

import dev.tidings.core.hot.HotState;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The base class of the hot state contract's themes: a separate hot state per test. */
abstract class HotTheme {
    static final Duration TIMEOUT = Duration.ofSeconds(60);

    static final UserKey BOB = new UserKey("acme", "bob");
    /** Users whose keys differ little from Bob's; some contain likely key separators. */
    static final List<UserKey> OTHERS = List.of(
            new UserKey("acme", "bo"),
            new UserKey("acme", "bobb"),
            new UserKey("acme", "b\0b"),
            new UserKey("acme2", "bob"),
            new UserKey("acme:bob", ""),
            new UserKey("", "acme:bob"),
            new UserKey("acm", "ebob"),
            new UserKey("acme", "Bob"));

    private final HotStateContract contract;
    HotStateContract.Subject subject;
    HotState hot;

    HotTheme(HotStateContract contract) {
        this.contract = contract;
    }

    @BeforeEach
    void openState() throws Exception {
        subject = contract.open();
        hot = subject.state();
    }

    @AfterEach
    void closeState() {
        subject.close();
    }

    /** Lets all current leases expire. */
    void expireLeases() {
        subject.pass(subject.lease().plusMillis(1));
    }

    static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("no answer: " + e, e);
        }
    }

    static Preferences version(long version) {
        return new Preferences(version, Map.of(), Map.of(), Map.of());
    }

    static Contact contact(String email) {
        UserProfile profile = new UserProfile(
                "bob",
                Optional.of(email),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Instant.EPOCH,
                Instant.EPOCH);
        return new Contact(Optional.of(profile), List.of());
    }
}
