/** The consumer threads of all pipeline stages, with retries and the quarantine of poison records. */
package dev.tidings.server.pipeline;
