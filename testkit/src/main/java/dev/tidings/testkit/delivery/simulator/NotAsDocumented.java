package dev.tidings.testkit.delivery.simulator;

/** A violation of the provider's documented API by a request. */
final class NotAsDocumented extends Exception {
    private static final long serialVersionUID = 1;

    private final String field;

    NotAsDocumented(String field, String message) {
        super(field + ": " + message);
        this.field = field;
    }

    String field() {
        return field;
    }

    static void check(boolean asDocumented, String field, String expected) throws NotAsDocumented {
        if (!asDocumented) {
            throw new NotAsDocumented(field, "expected " + expected);
        }
    }
}
