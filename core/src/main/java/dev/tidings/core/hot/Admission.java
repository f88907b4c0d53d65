package dev.tidings.core.hot;

/** The result of {@link RateWindows#admit}: admitted or refused, or unknown because the window has to be loaded from the tables first. */
public sealed interface Admission {
    Admission ADMITTED = new Decided(true);
    Admission REFUSED = new Decided(false);

    /**
     * A definite answer.
     *
     * @param admitted whether the id is counted in the window, by this call or an earlier one
     */
    record Decided(boolean admitted) implements Admission {}

    /**
     * The window is not loaded, and nothing was counted.
     *
     * @param version the cache version to pass to {@link RateWindows#load} with what is read from the tables from now on
     */
    record WindowNotLoaded(CacheVersion version) implements Admission {}
}
