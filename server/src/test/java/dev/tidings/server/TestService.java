package dev.tidings.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Log;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.config.Config;
import dev.tidings.server.inbox.InboxFilter;
import dev.tidings.server.inbox.InboxItem;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.intake.SubmitResult;
import dev.tidings.server.service.Overrides;
import dev.tidings.server.service.Service;
import dev.tidings.server.storage.StorageConfigs;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** A complete service on real storage in a folder, with helper methods for tests. */
public final class TestService implements AutoCloseable {
    public static final Sender SENDER = new Sender("acme", "key1");

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Config config;
    private final InstantSource clock;
    private final Overrides overrides;
    private Service service;

    public TestService(Path folder, InstantSource clock) {
        this(folder, clock, Map.of());
    }

    /** @param settings options, by the names of their variables */
    public TestService(Path folder, InstantSource clock, Map<String, String> settings) {
        this(folder, clock, settings, Overrides.NONE);
    }

    public TestService(Path folder, InstantSource clock, Map<String, String> settings, Overrides overrides) {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("TIDINGS_DATA_FOLDER", folder.toString());
        environment.put("TIDINGS_STORAGE_BLOCK_CACHE", "8MiB");
        this.config = Config.load(Optional.empty(), environment).config();
        this.clock = clock;
        this.overrides = overrides;
        this.service = start();
    }

    TestService(Path folder, InstantSource clock, Map<String, String> settings, UnaryOperator<Log> log) {
        this(folder, clock, settings, Overrides.NONE.withLog(log));
    }

    /** @param tables decorates the engine in the folder */
    TestService(
            Path folder,
            InstantSource clock,
            Map<String, String> settings,
            UnaryOperator<Log> log,
            UnaryOperator<Engine> tables) {
        this(
                folder,
                clock,
                settings,
                Overrides.NONE
                        .withLog(log)
                        .withTables(config -> tables.apply(
                                RocksEngine.open(StorageConfigs.tables(config, clock), TidingsSchema.SCHEMA))));
    }

    private Service start() {
        return Service.start(config, clock, overrides);
    }

    public Config config() {
        return config;
    }

    public Service service() {
        return service;
    }

    /** Stops the service cleanly, and restarts it on the same folder. */
    public void restart() {
        service.close();
        service = start();
    }

    public static UserKey user(String name) {
        return new UserKey(SENDER.tenant(), name);
    }

    public SendRequest request(String json) {
        return service.pipeline().parser().parse(json.getBytes(UTF_8));
    }

    public UUID send(String json) {
        return accepted(submit(json, Optional.empty()));
    }

    public SubmitResult submit(String json, Optional<String> key) {
        return service.pipeline().intake().submit(SENDER, request(json), key).join();
    }

    public static UUID accepted(SubmitResult answer) {
        assertThat(answer).isInstanceOf(SubmitResult.Accepted.class);
        return ((SubmitResult.Accepted) answer).id();
    }

    /** Sends to one user and waits until it is routed. */
    public UUID sendTo(String user, String title) {
        UUID id = send("{\"to\":{\"user\":\"" + user + "\"},\"title\":\"" + title + "\"}");
        drain();
        return id;
    }

    public void drain() {
        assertThat(service.drain(TIMEOUT)).as("everything routed in time").isTrue();
    }

    public ResultPage<InboxItem> page(String user, InboxFilter filter, int limit, Optional<String> cursor) {
        return service.pipeline()
                .inbox()
                .page(user(user), filter, limit, cursor)
                .join();
    }

    /** The whole inbox, read page by page. */
    public List<InboxItem> inbox(String user, InboxFilter filter) {
        List<InboxItem> items = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            ResultPage<InboxItem> page = page(user, filter, 7, cursor);
            items.addAll(page.items());
            cursor = page.next();
        } while (cursor.isPresent());
        return items;
    }

    public List<InboxItem> inbox(String user) {
        return inbox(user, InboxFilter.ALL);
    }

    public long unread(String user) {
        return service.pipeline().inbox().unread(user(user)).join();
    }

    @Override
    public void close() {
        service.close();
    }
}
