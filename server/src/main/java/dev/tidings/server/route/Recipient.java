package dev.tidings.server.route;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.Contact;
import java.util.Map;
import java.util.Optional;

/**
 * The inputs of routing for outbound channels: the contact of a user, the renderer of the user's messages, and the tenant's providers.
 *
 * @param providers the id of the first provider to try, by address kind; a missing kind has none
 */
record Recipient(Contact contact, MessageRenderer renderer, Map<AddressKind, Optional<String>> providers) {}
