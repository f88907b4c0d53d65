package dev.tidings.bench.start;

import io.vertx.core.Vertx;

/** The reference of the start benchmark: Vert.x that answers every request with one word, and nothing else. */
public final class BareVertxServer {
    private BareVertxServer() {}

    public static void main(String[] arguments) {
        Vertx.vertx()
                .createHttpServer()
                .requestHandler(request -> request.response().end("hello"))
                .listen(Integer.parseInt(arguments[0]), "127.0.0.1");
    }
}
