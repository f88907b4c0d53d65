package dev.tidings.server.schedule;

import dev.tidings.core.log.Lane;

/** What is due of one tenant and goes into one lane of the log: it has its own turn, and waits for nobody else's. */
record Line(String tenant, Lane lane) {}
