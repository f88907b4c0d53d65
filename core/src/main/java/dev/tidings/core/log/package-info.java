/**
 * The log: durable queues between the stages of the pipeline. A stage has one lane per priority, a lane has a fixed number of virtual
 * partitions, and each partition has one queue per tenant, so that neither a bulk backlog nor a flood of one tenant delays the others.
 */
package dev.tidings.core.log;
