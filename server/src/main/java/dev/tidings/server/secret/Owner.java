package dev.tidings.server.secret;

/**
 * What a secret belongs to. It can be read as this owner's alone: put into another's row, it is nobody's.
 *
 * @param kind what sort of thing it is, such as provider
 */
public record Owner(String kind, String tenant, String name) {
    @Override
    public String toString() {
        return kind + " " + tenant + "/" + name;
    }
}
