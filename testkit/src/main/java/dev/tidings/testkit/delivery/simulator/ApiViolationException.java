package dev.tidings.testkit.delivery.simulator;

/** Thrown by a provider simulator if a request violates the documented API of the provider; names the offending field. */
final class ApiViolationException extends Exception {
    private static final long serialVersionUID = 1;

    private final String field;

    ApiViolationException(String field, String message) {
        super(field + ": " + message);
        this.field = field;
    }

    String field() {
        return field;
    }

    static void check(boolean asDocumented, String field, String expected) throws ApiViolationException {
        if (!asDocumented) {
            throw new ApiViolationException(field, "expected " + expected);
        }
    }
}
