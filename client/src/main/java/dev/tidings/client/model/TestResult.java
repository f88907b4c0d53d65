package dev.tidings.client.model;

/**
 * The outcome of a test message.
 *
 * @param outcome accepted, retry, unclear, rejected or unregistered
 * @param messageId the id of the message at the provider, if it was accepted
 * @param code the provider's error code, if it was not
 */
public record TestResult(String outcome, String messageId, String code, String text) {}
