package dev.tidings.core.hot;

/**
 * A moment in the life of something hot. No two moments have the same, also not after it was forgotten and is kept anew.
 *
 * @param epoch which life of the hot state: another one after each loss
 * @param number which moment of it
 */
public record Stamp(long epoch, long number) {
    /** What nothing was ever stamped with: kept by nobody. */
    public static final Stamp NONE = new Stamp(-1, -1);
}
