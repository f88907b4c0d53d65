package dev.tidings.bench.live;

import java.util.concurrent.CompletableFuture;

/** Something that is sent, and whose arrival is waited for. Everything but the waiting happens on the loop. */
abstract class Load implements Poster.Asking {
    private final CompletableFuture<String> done = new CompletableFuture<>();

    abstract void start();

    /** A socket was sent the notification of this number. */
    abstract void received(long number, long now);

    /** What is still missing, for when it never comes. */
    abstract String missing();

    /** @param outcome numbers, with a space between them */
    final void finish(long... outcome) {
        StringBuilder line = new StringBuilder();
        for (long number : outcome) {
            line.append(line.isEmpty() ? "" : " ").append(number);
        }
        done.complete(line.toString());
    }

    final CompletableFuture<String> done() {
        return done;
    }
}
