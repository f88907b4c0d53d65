package dev.tidings.server.schedule;

import dev.tidings.core.log.Lane;

/** A tenant and a lane of the log: the unit of fairness, with its own share of each batch and its own back-pressure. */
record TenantLane(String tenant, Lane lane) {}
