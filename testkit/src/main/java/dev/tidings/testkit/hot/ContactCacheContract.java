package dev.tidings.testkit.hot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.metadata.Device;
import dev.tidings.core.metadata.UserProfile;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Contract of the contact cache in the hot state: all contact data is returned, an unknown user is cached as unknown, and a stale
 * address is never returned.
 */
abstract class ContactCacheContract extends HotTheme {
    private static final Instant T0 = Instant.parse("2026-03-01T10:15:30.123Z");

    ContactCacheContract(HotStateContract contract) {
        super(contract);
    }

    private void keep(Contact contact) {
        await(hot.contacts().putIfUnchanged(BOB, await(hot.contacts().find(BOB)).version(), contact));
    }

    private Optional<Contact> found() {
        return await(hot.contacts().find(BOB)).value();
    }

    @Test
    void allContactDataIsReturned() {
        UserProfile profile = new UserProfile(
                "bob",
                Optional.of("zoë@exämple.org"),
                Optional.of("+4915112345678"),
                Optional.of("https://example.com/{}:\"?a=b"),
                Optional.of("pt-BR"),
                Optional.of("Europe/Berlin"),
                T0,
                T0.plusMillis(1));
        Contact full = new Contact(
                Optional.of(profile),
                List.of(
                        new Device(
                                "phone",
                                AddressKind.APNS,
                                "x".repeat(4_096),
                                Optional.of("ios"),
                                Optional.of("1.2 ünïcode \0 {}:\""),
                                true,
                                T0,
                                T0.minusMillis(1)),
                        new Device(
                                "browser",
                                AddressKind.WEB_PUSH,
                                "{}",
                                Optional.empty(),
                                Optional.empty(),
                                true,
                                T0,
                                T0)));
        keep(full);
        assertThat(found()).contains(full);
        Contact bare = new Contact(Optional.empty(), full.devices().subList(1, 2));
        keep(bare);
        assertThat(found()).contains(bare);
    }

    @Test
    void unknownUser_isCachedAsUnknown() {
        keep(Contact.UNKNOWN);
        assertThat(found()).contains(Contact.UNKNOWN);
    }

    @Test
    void nothingIsFoundDuringAChange() {
        keep(contact("old@example.com"));
        CacheVersion change = await(hot.contacts().beginChange(BOB));
        assertThat(found()).isEmpty();
        await(hot.contacts().changedUnknown(BOB, change));
        assertThat(found()).isEmpty();
        keep(contact("new@example.com"));
        assertThat(found()).contains(contact("new@example.com"));
    }
}
