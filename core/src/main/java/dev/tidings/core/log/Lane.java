package dev.tidings.core.log;

import dev.tidings.core.model.Priority;

/**
 * The pair of a pipeline stage and a priority: each lane has its own queues in the log. Urgent lanes go first within a tenant, and get more
 * throughput between tenants.
 */
public record Lane(Stage stage, Priority priority) {}
