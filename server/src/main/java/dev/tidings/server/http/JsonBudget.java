package dev.tidings.server.http;

/**
 * Limits the number of JSON values that {@link JsonTree} reads into memory, where each is many times larger than its text, such as
 * <code>{}</code>. Throws a problem if there are more.
 */
final class JsonBudget {
    private static final int OF_ONE_BODY = 50_000;

    private final int maxValues;
    private final int maxElements;
    private int values;

    /**
     * @param maxValues of all kinds and depths, in all texts read with this budget
     * @param maxElements in a top-level array
     */
    JsonBudget(int maxValues, int maxElements) {
        this.maxValues = maxValues;
        this.maxElements = maxElements;
    }

    static JsonBudget forBody() {
        return new JsonBudget(OF_ONE_BODY, OF_ONE_BODY);
    }

    void countValue() {
        if (++values > maxValues) {
            throw tooLarge("values", maxValues);
        }
    }

    void checkElements(int count) {
        if (count > maxElements) {
            throw tooLarge("elements", maxElements);
        }
    }

    private static ProblemException tooLarge(String what, int max) {
        return new ProblemException(Problem.BODY_TOO_LARGE, "got more " + what + ", expected at most " + max);
    }
}
