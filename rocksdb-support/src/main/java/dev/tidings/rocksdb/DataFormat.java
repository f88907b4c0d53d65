package dev.tidings.rocksdb;

/**
 * The name and version of an on-disk format, as the file {@code FORMAT} of a folder and each backup state them. Checks a stated format and
 * rejects other names and newer versions.
 *
 * @param name the kind of store
 * @param version incremented when older versions can no longer read what this version writes
 * @param content the content of a folder of this format, for messages: <i>a log</i>
 * @param mismatch links a folder to the format it states, in the message about another format: <i>: its format</i>
 */
public record DataFormat(String name, int version, String content, String mismatch) {
    /** The text that states this format. */
    public String text() {
        return name + " " + version;
    }

    /**
     * Checks the format that a folder or a backup states: this one or an older one.
     *
     * @param what the folder or backup, for the message
     */
    public void check(String what, String found) throws DataFolderException {
        int foundVersion = version(found);
        if (foundVersion < 1) {
            throw new DataFolderException(what + mismatch + " says '" + found + "', expected '" + text() + "'");
        }
        if (foundVersion > version) {
            throw new DataFolderException(what + " was written by a newer version: it has format " + foundVersion
                    + ", this version knows up to " + version);
        }
    }

    private int version(String found) {
        String prefix = name + " ";
        try {
            return found.startsWith(prefix) ? Integer.parseInt(found.substring(prefix.length())) : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
