package dev.tidings.server.hot;

import dev.tidings.core.metadata.Contact;

/** The contact cache in memory. */
final class MemoryContacts extends MemoryCache<Contact> {
    MemoryContacts(Epoch epoch, int most) {
        super(epoch, most, false);
    }
}
