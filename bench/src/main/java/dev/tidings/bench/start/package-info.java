/** The time that a server takes from its start to the first request, from the archive of {@code ./tidings dist}. */
package dev.tidings.bench.start;
