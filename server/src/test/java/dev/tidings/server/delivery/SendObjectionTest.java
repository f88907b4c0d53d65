package dev.tidings.server.delivery;

import static dev.tidings.server.delivery.AttemptSamples.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.QuietHours;
import dev.tidings.core.model.Suppression;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.OutboundDelivery;
import java.time.Instant;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of the last check before a provider is called. */
class SendObjectionTest {
    private static final Instant QUIET_END = Instant.parse("2026-05-01T13:00:00Z");
    private static final UUID ID = UuidV7.of(NOW.toEpochMilli(), 1, 1);

    private static PreSendCheck check(Priority priority, boolean required, Instant expiresAt) {
        return new PreSendCheck(
                OutboundDelivery.first(
                        new UserKey("acme", "bob"),
                        ID,
                        ID,
                        "news",
                        priority,
                        Channel.EMAIL,
                        expiresAt,
                        new Message.Email("x", "x", null, null),
                        false),
                new NotificationType(
                        "news", Optional.empty(), Set.of(), Priority.CRITICAL, OptionalInt.empty(), required));
    }

    // The seconds are those until it expires, empty if it does not. Quiet hours are from 11 to 13.
    @ParameterizedTest
    @CsvSource({
        "NORMAL,   false, ,   false, false, none",
        "NORMAL,   false, 1,  false, false, none",
        "NORMAL,   false, 0,  false, false, expired",
        "NORMAL,   false, -1, true,  true,  expired",
        "CRITICAL, true,  -1, false, false, expired",
        "NORMAL,   false, ,   true,  false, opted_out",
        "NORMAL,   false, ,   true,  true,  opted_out",
        "CRITICAL, false, ,   true,  false, opted_out",
        "NORMAL,   true,  ,   true,  false, none",
        "NORMAL,   false, ,   false, true,  quiet",
        "NORMAL,   true,  ,   true,  true,  quiet",
        "HIGH,     false, ,   false, true,  quiet",
        "BULK,     false, 60, false, true,  quiet",
        "CRITICAL, false, ,   false, true,  none",
        "CRITICAL, true,  60, true,  true,  none"
    })
    void delivery_isCheckedForExpiryOptOutAndQuietHours(
            Priority priority, boolean required, Integer seconds, boolean optedOut, boolean quiet, String expected) {
        Preferences preferences = new Preferences(
                1,
                optedOut ? Map.of(Channel.EMAIL, false) : Map.of(),
                Map.of(),
                Map.of(),
                quiet
                        ? Optional.of(new QuietHours(LocalTime.of(11, 0), LocalTime.of(13, 0), Optional.empty()))
                        : Optional.empty());
        Optional<AttemptResult> objection = check(priority, required, seconds == null ? null : NOW.plusSeconds(seconds))
                .objection(contact("bob@example.com", false), preferences, NOW);
        assertThat(objection)
                .isEqualTo(
                        switch (expected) {
                            case "none" -> Optional.empty();
                            case "expired" -> Optional.of(new AttemptResult.Expired());
                            case "quiet" -> Optional.of(new AttemptResult.InQuietHours(QUIET_END));
                            default -> Optional.of(new AttemptResult.Suppressed(Suppression.OPTED_OUT));
                        });
    }

    @ParameterizedTest
    @CsvSource({
        "bob@example.com, false,",
        "bob@example.com, true, ADDRESS_UNREACHABLE",
        "new@example.com, false, NO_ADDRESS",
        "new@example.com, true, ADDRESS_UNREACHABLE",
        ", false, NO_ADDRESS"
    })
    void address_mustStillBeTheUsers(String current, boolean unreachable, Suppression expected) {
        Contact.ContactAddress used =
                new Contact.ContactAddress("email", new Address(AddressKind.MAILBOX, "bob@example.com"));
        assertThat(check(Priority.NORMAL, false, null).objection(contact(current, unreachable), used))
                .isEqualTo(Optional.ofNullable(expected).map(AttemptResult.Suppressed::new));
    }

    private static Contact contact(String email, boolean unreachable) {
        UserProfile profile = new UserProfile(
                "bob",
                Optional.ofNullable(email),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                NOW,
                NOW,
                unreachable ? Set.of(AddressKind.MAILBOX) : Set.of());
        return new Contact(Optional.of(profile), List.of());
    }
}
