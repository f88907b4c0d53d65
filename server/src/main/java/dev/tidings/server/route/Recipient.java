package dev.tidings.server.route;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.Contact;
import java.util.Optional;
import java.util.function.Function;

/**
 * The inputs of routing that depend on the user: the contact of a user, the renderer of the user's messages, and the tenant's providers.
 *
 * @param providers returns the id of the first provider to try for an address kind; called only if the decision depends on it
 */
record Recipient(Contact contact, MessageRenderer renderer, Function<AddressKind, Optional<String>> providers) {}
