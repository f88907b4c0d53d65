package dev.tidings.server.edge;

/** How much JSON is read into memory, where a value takes many times the room that it takes in the body: <code>{}</code> is two bytes there. */
final class JsonBudget {
    private static final int OF_ONE_BODY = 50_000;

    private final int mostValues;
    private final int mostElements;
    private int values;

    /**
     * @param mostValues of all kinds and depths, in everything that is read with this budget
     * @param mostElements in an array that is the whole text
     */
    JsonBudget(int mostValues, int mostElements) {
        this.mostValues = mostValues;
        this.mostElements = mostElements;
    }

    static JsonBudget ofOneBody() {
        return new JsonBudget(OF_ONE_BODY, OF_ONE_BODY);
    }

    void takeValue() {
        if (++values > mostValues) {
            throw tooLarge("values", mostValues);
        }
    }

    void checkElements(int count) {
        if (count > mostElements) {
            throw tooLarge("elements", mostElements);
        }
    }

    private static ProblemException tooLarge(String what, int most) {
        return new ProblemException(Problem.BODY_TOO_LARGE, "got more " + what + ", expected at most " + most);
    }
}
