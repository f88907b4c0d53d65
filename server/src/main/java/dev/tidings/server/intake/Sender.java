package dev.tidings.server.intake;

/** The sender of a request: a tenant, and the API key or other source that it used. */
public record Sender(String tenant, String source) {}
