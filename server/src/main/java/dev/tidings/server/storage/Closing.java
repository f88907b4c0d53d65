package dev.tidings.server.storage;

import java.util.Arrays;
import java.util.List;

/** Closes several components in order, each even if one before it fails. */
public final class Closing {
    private Closing() {}

    /** Throws the first failure after all have been closed. */
    public static void all(AutoCloseable... components) {
        all(Arrays.asList(components));
    }

    /** Closes what was opened before a failure, which the caller throws. A failure to close is added to it. */
    public static void after(Throwable failure, AutoCloseable... opened) {
        try {
            all(opened);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private static void all(List<? extends AutoCloseable> components) {
        RuntimeException first = null;
        for (AutoCloseable component : components) {
            try {
                component.close();
            } catch (Exception e) {
                if (first == null) {
                    first = new IllegalStateException("a component could not be closed: " + e.getMessage(), e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
