package dev.tidings.rocksdb;

/**
 * Thrown by {@link DataFolder} and {@link DataFormat} for a folder that must not be opened or written to: it holds other data, or data of a
 * newer version.
 */
public final class DataFolderException extends Exception {
    private static final long serialVersionUID = 1;

    DataFolderException(String message) {
        super(message);
    }
}
