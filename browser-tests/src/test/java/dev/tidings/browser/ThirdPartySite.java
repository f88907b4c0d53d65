package dev.tidings.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A third-party site whose page loads the client from Tidings. It is reachable by name and by address, which are two origins. */
final class ThirdPartySite implements AutoCloseable {
    private final HttpServer server;
    private volatile String page = "";

    ThirdPartySite() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", exchange -> {
            byte[] body = page.getBytes(UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    String origin() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    String originByAddress() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void loadClientFrom(String url) {
        page = "<!doctype html><link rel=icon href=data:,><script type=module>import { TidingsInbox } from \"" + url
                + "/client.js\"; window.TidingsInbox = TidingsInbox;</script>";
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
