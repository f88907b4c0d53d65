package dev.tidings.server.http;

import java.util.function.Supplier;

/** A value that is computed when it is first needed, for content that most servers never serve. */
final class Lazy<T> implements Supplier<T> {
    private final Supplier<T> source;
    private T value;

    Lazy(Supplier<T> source) {
        this.source = source;
    }

    @Override
    public synchronized T get() {
        if (value == null) {
            value = source.get();
        }
        return value;
    }
}
