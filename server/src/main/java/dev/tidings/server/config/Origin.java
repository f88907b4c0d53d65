package dev.tidings.server.config;

import java.nio.file.Path;

/** The place where an option was set: a line of the file or an environment variable. Printed in errors and by {@code ./tidings config}. */
public sealed interface Origin {

    /** A line of the file. */
    record Line(Path file, int line) implements Origin {
        @Override
        public String toString() {
            return MessageText.plain(file.toString()) + ":" + line;
        }
    }

    /** An environment variable. */
    record Variable(String name) implements Origin {
        @Override
        public String toString() {
            return MessageText.plain(name);
        }
    }
}
