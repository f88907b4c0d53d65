package dev.tidings.server.intake;

/** Who sends: a tenant, and by which of its API keys. */
public record Sender(String tenant, String source) {}
