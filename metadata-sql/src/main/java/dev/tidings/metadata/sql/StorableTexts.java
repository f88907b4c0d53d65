package dev.tidings.metadata.sql;

import java.util.Optional;

/**
 * Validates ids, texts and secrets before they are written, so that every database stores them alike; throws an IllegalArgumentException
 * otherwise. SQLite accepts anything; the others reject texts that are too long, contain NUL or are not Unicode. The limits are also the
 * lengths of the columns: raising one needs a migration.
 */
final class StorableTexts {
    /** For every part of a key. Five of them fit into an index of MySQL: 3,072 bytes, four for a character. */
    static final int KEY_BYTES = 128;

    static final int NAME_BYTES = 255;
    /** For a description of a few sentences. */
    static final int TEXT_BYTES = 1000;

    static final int EMAIL_BYTES = 320;
    static final int URL_BYTES = 2048;
    /** For a device id: together with its user id it has to fit into an audit entry. */
    static final int DEVICE_BYTES = 120;

    static final int TOKEN_BYTES = 4096;
    static final int SHORT_BYTES = 64;
    static final int LIST_BYTES = 255;
    static final int SECRET_BYTES = 1024;
    static final int REQUEST_BYTES = 1 << 20;
    static final int SETTINGS_BYTES = 1 << 16;
    /** Encrypted. Holds a certificate with its key, and on MySQL still fits into a row. */
    static final int CREDENTIAL_BYTES = 32 << 10;

    private static final int SHOWN_CHARACTERS = 40;

    private StorableTexts() {}

    static String key(String what, String value) {
        int bytes = value == null ? 0 : bytes(value);
        if (bytes < 1 || bytes > KEY_BYTES) {
            String given = value == null
                    ? "null"
                    : "'"
                            + value.substring(0, Math.min(value.length(), SHOWN_CHARACTERS))
                                    .replace('\0', '?') + "'";
            throw new IllegalArgumentException(what + " is " + given + ", " + size(bytes) + "; expected 1 to "
                    + KEY_BYTES + " bytes of UTF-8 without NUL");
        }
        return value;
    }

    /** The message omits the value: it may be an address. */
    static String text(String what, String value, int maxBytes) {
        int bytes = value == null ? -1 : bytes(value);
        if (bytes < 0 || bytes > maxBytes) {
            throw new IllegalArgumentException(
                    what + " is " + size(bytes) + "; expected at most " + maxBytes + " bytes of UTF-8 without NUL");
        }
        return value;
    }

    static String text(String what, Optional<String> value, int maxBytes) {
        return value.isEmpty() ? null : text(what, value.get(), maxBytes);
    }

    static byte[] secret(String what, byte[] value) {
        if (value == null || value.length == 0 || value.length > SECRET_BYTES) {
            throw new IllegalArgumentException(what + " is " + (value == null ? "null" : value.length + " bytes")
                    + "; expected 1 to " + SECRET_BYTES + " bytes");
        }
        return value;
    }

    static byte[] credentials(String what, byte[] value) {
        if (value == null || value.length > CREDENTIAL_BYTES) {
            throw new IllegalArgumentException(what + " is " + (value == null ? "null" : value.length + " bytes")
                    + "; expected at most " + CREDENTIAL_BYTES + " bytes");
        }
        return value;
    }

    private static String size(int bytes) {
        return bytes < 0 ? "not valid" : bytes + " bytes";
    }

    /** The length in UTF-8; -1 if not every database can store the text. */
    private static int bytes(String value) {
        int bytes = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == 0) {
                return -1;
            } else if (c < 0x80) {
                bytes++;
            } else if (c < 0x800) {
                bytes += 2;
            } else if (!Character.isSurrogate(c)) {
                bytes += 3;
            } else if (i + 1 < value.length() && Character.isSurrogatePair(c, value.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else {
                return -1;
            }
        }
        return bytes;
    }
}
