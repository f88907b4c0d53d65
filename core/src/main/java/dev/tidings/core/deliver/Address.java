package dev.tidings.core.deliver;

/** Where something is delivered to. Personal, or a secret: prints only what kind it is. */
public record Address(AddressKind kind, String value) {
    @Override
    public String toString() {
        return kind.wire() + ":[redacted]";
    }
}
