package dev.tidings.server.delivery;

import dev.tidings.core.delivery.Outcome;

/** A provider call with its outcome. */
record AnsweredCall(StartedCall start, int tookMillis, Outcome outcome) {}
