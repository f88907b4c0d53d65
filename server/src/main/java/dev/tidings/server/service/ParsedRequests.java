package dev.tidings.server.service;

import dev.tidings.core.model.Target;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.schedule.AcceptedRequests;

/** Reads scheduled requests with the parser of intake, which the schedule does not know. */
record ParsedRequests(SendRequestParser parser) implements AcceptedRequests {
    @Override
    public Target target(byte[] request) {
        return parser.parseAccepted(request).target();
    }

    @Override
    public boolean hasExplicitExpiry(byte[] request) {
        return parser.parseAccepted(request).expiresAt().isPresent();
    }
}
