package dev.tidings.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.channels.capture.CapturedDelivery;
import dev.tidings.core.log.Log;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.config.Config;
import dev.tidings.server.explain.Explanation;
import dev.tidings.server.inbox.InboxFilter;
import dev.tidings.server.inbox.InboxItem;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.intake.SubmitResult;
import dev.tidings.server.service.Overrides;
import dev.tidings.server.service.Service;
import dev.tidings.server.storage.StorageConfigs;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.Await;
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

    /** A builder of services, by default on the system clock and without overrides. */
    public static final class Builder {
        private final Map<String, String> environment = new HashMap<>();
        private InstantSource clock = InstantSource.system();
        private Overrides overrides = Overrides.NONE;

        private Builder(Path folder) {
            option("TIDINGS_DATA_FOLDER", folder.toString());
            option(
                    "TIDINGS_BACKUP_FOLDER",
                    folder.resolveSibling(folder.getFileName() + "-backups").toString());
            option("TIDINGS_STORAGE_BLOCK_CACHE", "8MiB");
        }

        public Builder clock(InstantSource source) {
            clock = source;
            return this;
        }

        /** @param variable the name of the option as an environment variable */
        public Builder option(String variable, String value) {
            environment.put(variable, value);
            return this;
        }

        private Builder options(Map<String, String> settings) {
            environment.putAll(settings);
            return this;
        }

        public Builder retryDelays(String first, String max) {
            return option("TIDINGS_DELIVERY_FIRST_RETRY_DELAY", first).option("TIDINGS_DELIVERY_MAX_RETRY_DELAY", max);
        }

        /** Lets providers and webhooks connect to simulators on this machine. */
        public Builder allowPrivateAddresses() {
            return option("TIDINGS_CHANNELS_ALLOW_PRIVATE", "true");
        }

        private Builder overrides(Overrides all) {
            overrides = all;
            return this;
        }

        public Builder log(UnaryOperator<Log> decorate) {
            return overrides(overrides.withLog(decorate));
        }

        public Builder tables(UnaryOperator<Engine> decorate) {
            return overrides(overrides.withTables(config ->
                    decorate.apply(RocksEngine.open(StorageConfigs.tables(config, clock), TidingsSchema.SCHEMA))));
        }

        public TestService start() {
            return new TestService(this);
        }
    }

    public static Builder in(Path folder) {
        return new Builder(folder);
    }

    public TestService(Path folder, InstantSource clock) {
        this(in(folder).clock(clock));
    }

    /** @param settings options, by the names of their variables */
    public TestService(Path folder, InstantSource clock, Map<String, String> settings, Overrides overrides) {
        this(in(folder).clock(clock).options(settings).overrides(overrides));
    }

    TestService(Path folder, InstantSource clock, Map<String, String> settings, UnaryOperator<Log> log) {
        this(in(folder).clock(clock).options(settings).log(log));
    }

    private TestService(Builder builder) {
        this.config = Config.load(Optional.empty(), builder.environment).config();
        this.clock = builder.clock;
        this.overrides = builder.overrides;
        this.service = start();
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

    public TestTenant tenant() {
        return new TestTenant(service);
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

    public List<String> titles(String user) {
        return inbox(user).stream().map(item -> item.content().title()).toList();
    }

    /** Waits until the inbox holds at least so many items. */
    public void awaitInbox(String user, int count) {
        Await.until(() -> inbox(user).size() >= count);
    }

    /** The explanation of the first channel; empty if it is not decided yet. */
    public Optional<Explanation.ChannelExplanation> explanation(String user, UUID id) {
        return service.pipeline().trace().explain(SENDER.tenant(), id, user).join().stream()
                .flatMap(explained -> explained.channels().stream())
                .findFirst();
    }

    /** The state of the first channel, with its reason after a space. */
    public String state(String user, UUID id) {
        return service.pipeline().trace().deliveries(SENDER.tenant(), id, user).join().stream()
                .flatMap(deliveries -> deliveries.deliveries().stream())
                .map(view -> view.reason() == null ? view.state() : view.state() + " " + view.reason())
                .findFirst()
                .orElse("undecided");
    }

    public void awaitState(String user, UUID id, String expected) {
        Await.untilEqual(() -> state(user, id), expected);
    }

    /** The attempts on the first channel. */
    public List<Explanation.LoggedAttempt> attempts(String user, UUID id) {
        return explanation(user, id)
                .map(Explanation.ChannelExplanation::attempts)
                .orElse(List.of());
    }

    public List<String> outcomes(String user, UUID id) {
        return attempts(user, id).stream()
                .map(Explanation.LoggedAttempt::outcome)
                .toList();
    }

    /** The messages that the capture provider recorded. */
    public List<CapturedDelivery> captured() {
        return service.delivery().capture().list(SENDER.tenant(), any -> true, Long.MAX_VALUE, 10);
    }

    public long unread(String user) {
        return service.pipeline().inbox().unread(user(user)).join();
    }

    @Override
    public void close() {
        service.close();
    }
}
