package dev.tidings.core.delivery;

/** The address a message is delivered to. Personal data or a secret: prints only its kind. */
public record Address(AddressKind kind, String value) {
    @Override
    public String toString() {
        return kind.wire() + ":[redacted]";
    }
}
