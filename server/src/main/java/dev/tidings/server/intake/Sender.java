package dev.tidings.server.intake;

/** The sender of a request: a tenant, and the id of the API key or the name of another source that it used. */
public record Sender(String tenant, String source) {}
