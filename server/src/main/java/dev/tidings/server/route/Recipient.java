package dev.tidings.server.route;

import dev.tidings.core.metadata.Contact;

/** The contact of a user and the renderer of the user's messages, the inputs of routing for outbound channels. */
record Recipient(Contact contact, MessageRenderer renderer) {}
