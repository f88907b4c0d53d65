package dev.tidings.core.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.model.Channel;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of the addresses of a contact. */
class ContactTest {
    private static final Instant T0 = Instant.EPOCH;

    private static final Contact ANN = new Contact(
            Optional.of(new UserProfile(
                    "ann",
                    Optional.of("ann@example.com"),
                    Optional.of("+4915112345678"),
                    Optional.of("https://example.com/hook"),
                    Optional.empty(),
                    Optional.empty(),
                    T0,
                    T0)),
            List.of(
                    device("phone", AddressKind.APNS, "token-of-phone"),
                    device("tablet", AddressKind.FCM, "token-of-tablet")));

    private static Device device(String id, AddressKind kind, String token) {
        return new Device(id, kind, token, Optional.empty(), Optional.empty(), true, T0, T0);
    }

    @Test
    void channels_haveTheirAddresses() {
        assertPlaces(Channel.EMAIL, "email", new Address(AddressKind.MAILBOX, "ann@example.com"));
        assertPlaces(Channel.SMS, "sms", new Address(AddressKind.PHONE, "+4915112345678"));
        assertPlaces(Channel.WEBHOOK, "webhook", new Address(AddressKind.URL, "https://example.com/hook"));
        assertThat(ANN.addresses(Channel.PUSH))
                .containsExactly(
                        new Contact.ContactAddress("phone", new Address(AddressKind.APNS, "token-of-phone")),
                        new Contact.ContactAddress("tablet", new Address(AddressKind.FCM, "token-of-tablet")));
        assertThat(ANN.addresses(Channel.IN_APP)).isEmpty();
    }

    private static void assertPlaces(Channel channel, String id, Address address) {
        assertThat(ANN.addresses(channel)).containsExactly(new Contact.ContactAddress(id, address));
    }

    @Test
    void unknownUser_hasNoAddress() {
        for (Channel channel : Channel.values()) {
            assertThat(Contact.UNKNOWN.addresses(channel)).isEmpty();
        }
    }

    @Test
    void token_isNotPrinted() {
        assertThat(ANN.devices().toString()).doesNotContain("token-of");
        assertThat(new DeviceRegistration(
                                "phone", AddressKind.APNS, "token-of-phone", Optional.empty(), Optional.empty())
                        .toString())
                .doesNotContain("token-of");
    }
}
