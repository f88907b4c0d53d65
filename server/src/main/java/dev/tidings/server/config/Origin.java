package dev.tidings.server.config;

import java.nio.file.Path;

/** Where a value was set. Prints as what an operator has to look for. */
public sealed interface Origin {

    record Line(Path file, int line) implements Origin {
        @Override
        public String toString() {
            return Shown.plain(file.toString()) + ":" + line;
        }
    }

    record Variable(String name) implements Origin {
        @Override
        public String toString() {
            return Shown.plain(name);
        }
    }
}
