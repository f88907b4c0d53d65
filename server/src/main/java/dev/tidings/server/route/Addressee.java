package dev.tidings.server.route;

import dev.tidings.core.meta.Contact;

/** Somebody who may be told outside of the inbox: where, and what. */
record Addressee(Contact contact, Saying saying) {}
