package dev.tidings.server.auth;

import java.time.Instant;

/**
 * The user of a ticket.
 *
 * @param issuedAfter a time before which the ticket was not issued; an erasure of the user after it voids the ticket
 */
record TicketHolder(Caller.User user, Instant issuedAfter) {}
