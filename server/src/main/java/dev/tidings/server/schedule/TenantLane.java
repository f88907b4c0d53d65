package dev.tidings.server.schedule;

import dev.tidings.core.log.Lane;

/**
 * A tenant and a lane of the log. Due rows are queued per tenant and lane, each with an equal share of a batch and its own back-pressure.
 */
record TenantLane(String tenant, Lane lane) {}
