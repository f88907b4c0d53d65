package dev.tidings.core.deliver;

/**
 * What a far side reports about something it had taken.
 *
 * @param providerMessageId what it called it then
 * @param code the far side's word for it, or null
 * @param text the far side's words for people, or null
 */
public record Receipt(String providerMessageId, State state, String code, String text) {

    public enum State {
        /** It is where it was meant to go. */
        DELIVERED,
        /** It will not get there. */
        FAILED,
        /** It will not get there, and nothing else will: the address is nobody's. */
        UNREGISTERED
    }
}
