/** The consumer threads of all pipeline stages, with retries and the quarantine of poison records; the records and their codecs. */
package dev.tidings.server.pipeline;
