package dev.tidings.server.hot;

import dev.tidings.core.meta.Contact;

/** Where users can be reached, in memory. */
final class MemoryContacts extends MemoryCache<Contact> {
    MemoryContacts(Epoch epoch, int most) {
        super(epoch, most, false);
    }
}
