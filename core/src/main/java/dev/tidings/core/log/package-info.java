/**
 * The log: durable queues between the stages a notification passes through. Stages have lanes by priority, lanes have the fixed
 * number of virtual partitions, and in each partition every tenant has a queue of its own, so that neither a bulk backlog nor
 * another tenant's flood is in anybody's way.
 */
package dev.tidings.core.log;
