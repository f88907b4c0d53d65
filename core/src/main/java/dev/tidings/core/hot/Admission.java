package dev.tidings.core.hot;

/** Whether there is room in a window. */
public sealed interface Admission {
    Admission YES = new Known(true);
    Admission NO = new Known(false);

    /** @param admitted whether it is counted in the window, from now on or from before */
    record Known(boolean admitted) implements Admission {}

    /**
     * Nothing is known about the window, and nothing was counted.
     *
     * @param stamp to be handed in with what the tables say from now on
     */
    record Unknown(Stamp stamp) implements Admission {}
}
