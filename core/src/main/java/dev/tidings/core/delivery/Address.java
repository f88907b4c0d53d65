package dev.tidings.core.delivery;

/**
 * The address a message is delivered to: a device token, mailbox, phone number or URL. Personal data or a secret: {@code toString} contains
 * only its kind.
 */
public record Address(AddressKind kind, String value) {
    @Override
    public String toString() {
        return kind.wire() + ":[redacted]";
    }
}
