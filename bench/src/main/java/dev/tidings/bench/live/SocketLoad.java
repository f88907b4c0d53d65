package dev.tidings.bench.live;

import java.util.concurrent.CompletableFuture;

/**
 * The base class of the loads of {@link LiveClient}: sends notifications and waits until they arrive on the sockets. All but the
 * waiting happens on the event loop.
 */
abstract class SocketLoad implements PublishConnection.PublishListener {
    private final CompletableFuture<String> done = new CompletableFuture<>();

    abstract void start();

    /** A socket received the notification with this number. */
    abstract void received(long number, long now);

    /** A description of what is still missing, for the timeout message. */
    abstract String missing();

    /** @param outcome numbers of the result line, separated by spaces */
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
