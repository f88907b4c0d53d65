package dev.tidings.server.hot;

import dev.tidings.core.metadata.Contact;

/**
 * The in-memory cache of contacts (profile and devices) by user. During a change a lookup finds nothing, so that no old address is used.
 */
final class MemoryContacts extends MemoryCache<Contact> {
    MemoryContacts(Epoch epoch, int most) {
        super(epoch, most, false);
    }
}
