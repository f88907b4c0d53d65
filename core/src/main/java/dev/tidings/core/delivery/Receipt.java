package dev.tidings.core.delivery;

/**
 * A delivery receipt: the provider's report about a message it had accepted.
 *
 * @param providerMessageId the provider's id of the message
 * @param code the provider's status code, or null
 * @param text the provider's text for people, or null
 */
public record Receipt(String providerMessageId, State state, String code, String text) {

    /** The final state of a message, as reported by the provider. */
    public enum State {
        /** The message has arrived. */
        DELIVERED,
        /** The message will not arrive. */
        FAILED,
        /** The message will not arrive, and the address is no longer valid. */
        UNREGISTERED
    }
}
