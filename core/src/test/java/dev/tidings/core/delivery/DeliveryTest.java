package dev.tidings.core.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests of the deduplication key of a delivery. */
class DeliveryTest {
    private static final UUID ONE = UUID.fromString("019a8b2c-0000-7000-8000-000000000001");
    private static final UUID OTHER = UUID.fromString("019a8b2c-0000-7000-8000-000000000002");

    @Test
    void dedupeKey_isTheSameForEveryAttempt() {
        assertThat(delivery("acme", "bob", ONE, AddressKind.FCM, "token", 7).dedupeKey())
                .isEqualTo(delivery("acme", "bob", ONE, AddressKind.FCM, "token", 1)
                        .dedupeKey());
    }

    /** A delivery may be sent by one version and retried by the next. */
    @Test
    void dedupeKey_isStable() {
        assertThat(delivery("acme", "bob", ONE, AddressKind.FCM, "token", 1).dedupeKey())
                .isEqualTo("95c3c32f-d3ae-3454-815d-0825bb73194a");
    }

    @Test
    void dedupeKey_differsBetweenDeliveries() {
        assertThat(List.of(
                        delivery("acme", "bob", ONE, AddressKind.FCM, "token", 1),
                        delivery("acme", "bob", OTHER, AddressKind.FCM, "token", 1),
                        delivery("acme", "bob", ONE, AddressKind.MAILBOX, "token", 1),
                        delivery("acme", "bob", ONE, AddressKind.FCM, "token2", 1),
                        delivery("acme", "bo", ONE, AddressKind.FCM, "token", 1),
                        delivery("acm", "ebob", ONE, AddressKind.FCM, "token", 1)))
                .extracting(Delivery::dedupeKey)
                .doesNotHaveDuplicates();
    }

    private static Delivery delivery(
            String tenant, String user, UUID notification, AddressKind kind, String address, int attempt) {
        return new Delivery(
                new UserKey(tenant, user),
                notification,
                new Address(kind, address),
                new Message.Push("title", null, null, null),
                Priority.NORMAL,
                null,
                attempt);
    }
}
