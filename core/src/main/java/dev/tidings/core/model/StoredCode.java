package dev.tidings.core.model;

/**
 * A constant that stands in stored records as a number. The number is given in the declaration, so that constants can be renamed and
 * reordered. It never changes, and that of a constant that was removed is not used again.
 */
public interface StoredCode {
    byte code();

    /** @throws IllegalStateException if none of them has this code: the record was written by a newer version, or is damaged */
    static <T extends StoredCode> T find(T[] constants, int code, String what) {
        for (T constant : constants) {
            if (constant.code() == code) {
                return constant;
            }
        }
        throw new IllegalStateException(what + " " + code + " in a record: this version does not know it");
    }
}
