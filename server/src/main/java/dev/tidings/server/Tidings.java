package dev.tidings.server;

import dev.tidings.server.config.Config;
import dev.tidings.server.http.HttpApiServer;
import dev.tidings.server.service.Overrides;
import dev.tidings.server.service.Service;
import dev.tidings.server.storage.Closing;
import dev.tidings.server.storage.Storage;
import java.nio.file.Path;
import java.time.InstantSource;

/** A running Tidings server: starts the {@link Service} and the HTTP server in front of it, and stops both when closed. */
public final class Tidings implements AutoCloseable {
    private final Config config;
    private final Service service;
    private final HttpApiServer http;
    private final int port;

    private Tidings(Config config, Service started) {
        this.config = config;
        service = started;
        try {
            Storage storage = service.storage();
            DevelopmentKey.createOnFirstStart(config.dataFolder(), storage.metadata(), storage.clock());
            http = new HttpApiServer(service, config);
            port = http.start();
        } catch (RuntimeException | Error e) {
            Closing.after(e, service);
            throw e;
        }
    }

    /** Starts the server; when this returns, it accepts requests. */
    public static Tidings start(Config config, InstantSource clock) {
        return start(config, clock, Overrides.NONE);
    }

    /** Starts the server with some components replaced, for benchmarks and fault injection. */
    public static Tidings start(Config config, InstantSource clock, Overrides overrides) {
        return new Tidings(config, Service.start(config, clock, overrides));
    }

    /** The base URL of the HTTP server. */
    public String url() {
        return config.http().url(port);
    }

    public Service service() {
        return service;
    }

    public Path developmentKey() {
        return DevelopmentKey.file(config.dataFolder());
    }

    /** Drains the requests in flight, then stops. Accepted records that are not processed yet stay in the log. */
    @Override
    public void close() {
        try {
            http.close();
        } finally {
            service.close();
        }
    }
}
