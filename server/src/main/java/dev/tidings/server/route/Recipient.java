package dev.tidings.server.route;

import dev.tidings.core.metadata.Contact;

/** A recipient outside the inbox: the contact and the rendered content. */
record Recipient(Contact contact, MessageRenderer renderer) {}
