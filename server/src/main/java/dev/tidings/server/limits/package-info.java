/** Limiters: an asynchronous semaphore, token buckets, and permits, also by key. */
package dev.tidings.server.limits;
