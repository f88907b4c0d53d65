package dev.tidings.core.model;

/**
 * An enum constant that is stored in log records and keys as a fixed one-byte code instead of its ordinal. Constants can be renamed and
 * reordered; a code never changes, and that of a removed constant is not used again.
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
