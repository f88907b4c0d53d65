package dev.tidings.server.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All options of Tidings, as a tree of records that is loaded from a YAML file and environment variables. A new option is a new component
 * here: the reference, the check for unknown keys, the environment variable and the printing follow from it.
 */
public record Config(
        @Option(value = "The folder for all data; relative to the working directory.", defaultsTo = "data")
        Path dataFolder,

        Http http,
        Limits limits,
        Storage storage,
        Log log,
        Route route,
        Delivery delivery,
        Schedule schedule,
        Metadata metadata,
        Backup backup,
        Tokens tokens,
        Devices devices,
        Secrets secrets,
        Channels channels,
        Hot hot,
        Inbox inbox,
        Live live) {

    /** Loads the file and the environment, and fails with all errors in them at once. */
    public static LoadedConfig load(Optional<Path> file, Map<String, String> environment) {
        LoadedOptions<Config> loaded = LoadedOptions.load(OptionTree.of(Config.class), file, environment);
        return new LoadedConfig(loaded.config(), loaded.origins());
    }

    /** All options at their defaults. */
    public static Config defaults() {
        return load(Optional.empty(), Map.of()).config();
    }

    /** The options {@code http.…}: address, limits and features of the HTTP server. */
    public record Http(
            @Option(
                    value = "The address to listen on; 0.0.0.0 for all interfaces.",
                    defaultsTo = "127.0.0.1",
                    form = TextFormat.NOT_EMPTY)
            String host,

            @Option(
                    value = "The port to listen on; 0 for any free port.",
                    defaultsTo = "8080",
                    min = "0",
                    max = "65535")
            int port,

            @Option(
                    value = "The maximum body of one request, which is stored as one cell of a table.",
                    defaultsTo = "1MiB",
                    min = "1KiB",
                    max = "1MiB")
            ByteSize maxBodyBytes,

            @Option(value = "The maximum body of a batch request.", defaultsTo = "16MiB", min = "1KiB", max = "1GiB")
            ByteSize maxBatchBytes,

            @Option(
                    value = "The maximum number of open connections; further ones are closed at once.",
                    defaultsTo = "10000",
                    min = "1",
                    max = "1000000")
            int maxConnections,

            @Option(
                    value = "The maximum number of open connections from one address, without live ones; further ones"
                            + " are closed at once. Does not apply to http.trustedProxies. An IPv6 address counts as"
                            + " its /64 network.",
                    defaultsTo = "1000",
                    min = "1",
                    max = "1000000")
            int maxConnectionsPerAddress,

            @Option(
                    value = "The time in which the first request of a new connection has to arrive, with all of its"
                            + " headers.",
                    defaultsTo = "10s",
                    min = "1s",
                    max = "24h")
            Duration firstRequestTimeout,

            @Option(
                    value = "The maximum size of the request line and headers together.",
                    defaultsTo = "8KiB",
                    min = "1KiB",
                    max = "1MiB")
            ByteSize maxHeaderBytes,

            @Option(
                    value = "The time without traffic after which a connection is closed.",
                    defaultsTo = "60s",
                    min = "1s",
                    max = "24h")
            Duration idleTimeout,

            @Option(
                    value = "The web origins that may call /v1/me/… (CORS); none if empty.",
                    defaultsTo = "",
                    form = TextFormat.ORIGIN)
            List<String> corsOrigins,

            @Option(
                    value = "The trusted proxies in front of Tidings, as addresses or networks such as 10.0.0.0/8."
                            + " Limits per address then use the client address of X-Forwarded-For; the header is"
                            + " ignored from any other address.",
                    defaultsTo = "",
                    form = TextFormat.NETWORK)
            List<String> trustedProxies,

            @Option(
                    value = "The public base URL at which mail clients and providers reach Tidings,"
                            + " such as https://notify.example.org; empty for the address it listens on.",
                    defaultsTo = "")
            String publicUrl,

            @Option(
                    value = "Whether to serve a demo page at /demo that sends notifications and shows them arrive. It"
                            + " has no permissions of its own and asks for an API key.",
                    defaultsTo = "true")
            boolean demo,

            Tls tls) {

        /** The trusted proxies, parsed. */
        public List<Network> trustedNetworks() {
            return trustedProxies.stream()
                    .map(text -> Network.parse(text).orElseThrow())
                    .toList();
        }

        /** The URL under which clients reach the server, without a trailing slash. */
        public String baseUrl() {
            String given = publicUrl.isEmpty() ? url(port) : publicUrl;
            return given.endsWith("/") ? given.substring(0, given.length() - 1) : given;
        }

        /** The URL at which the server listens, given the port it has chosen. */
        public String url(int actualPort) {
            return url(tls.isEnabled() ? "https" : "http", host, actualPort);
        }

        /** The URL of a host, which may be an IPv6 address and is then put in brackets. */
        static String url(String scheme, String host, int port) {
            boolean bare = host.indexOf(':') >= 0 && !host.startsWith("[");
            return scheme + "://" + (bare ? "[" + host + "]" : host) + ":" + port;
        }

        /** Whether only this machine can connect. */
        public boolean isLoopback() {
            try {
                return InetAddress.getByName(host).isLoopbackAddress();
            } catch (UnknownHostException unknown) {
                return false;
            }
        }

        /** Whether other machines can connect without encryption, and nothing says that a proxy encrypts. */
        public boolean isExposedWithoutTls() {
            return !isLoopback() && !tls.isEnabled() && trustedProxies.isEmpty();
        }

        /** The options {@code http.tls.…}: the certificate of the server. */
        public record Tls(
                @Option(
                        value =
                                "A PEM file with the certificate of the server and its chain; with it and http.tls.key the"
                                        + " server accepts TLS only. Both files are read again when they change.",
                        defaultsTo = "")
                String certificate,

                @Option(
                        value = "A PEM file with the private key of the certificate, as PKCS#8 without a password.",
                        defaultsTo = "")
                String key) {

            public boolean isEnabled() {
                return !certificate.isEmpty() || !key.isEmpty();
            }
        }
    }

    /** The options {@code limits.…}: the size limits of a notification, and the limit of requests in flight. */
    public record Limits(
            @Option(value = "The maximum title of a notification.", defaultsTo = "1KiB", min = "1", max = "64KiB")
            ByteSize maxTitleBytes,

            @Option(value = "The maximum body of a notification.", defaultsTo = "64KiB", min = "1", max = "512KiB")
            ByteSize maxBodyBytes,

            @Option(
                    value = "The maximum data of a notification, as JSON.",
                    defaultsTo = "32KiB",
                    min = "2",
                    max = "512KiB")
            ByteSize maxDataBytes,

            @Option(
                    value = "The maximum number of requests in flight; further ones are answered with 503.",
                    defaultsTo = "4096",
                    min = "1",
                    max = "1000000")
            int requestsInFlight) {}

    /** The options {@code storage.…} of the embedded table engine, RocksDB. */
    public record Storage(
            @Option(value = "Memory for the block cache.", defaultsTo = "256MiB", min = "1MiB", max = "1TiB")
            ByteSize blockCache,

            @Option(
                    value = "Memory for rows that are not yet flushed to a table file.",
                    defaultsTo = "128MiB",
                    min = "1MiB",
                    max = "64GiB")
            ByteSize writeBuffer,

            @Option(
                    value = "Whether a write is synced to disk before it is acknowledged;"
                            + " with false, a power failure may lose acknowledged writes.",
                    defaultsTo = "true")
            boolean fsync) {}

    /** The options {@code log.…} of the embedded log. */
    public record Log(
            @Option(
                    value = "The maximum backlog of all tenants, in records; beyond it sends are answered with 503.",
                    defaultsTo = "20000000",
                    min = "1",
                    max = "1000000000000")
            long maxBacklog,

            @Option(
                    value = "The maximum backlog of one tenant, in records; beyond it sends are answered with 429.",
                    defaultsTo = "10000000",
                    min = "1",
                    max = "1000000000000")
            long maxTenantBacklog,

            @Option(
                    value = "Memory for records that wait for their group commit.",
                    defaultsTo = "64MiB",
                    min = "1MiB",
                    max = "16GiB")
            ByteSize maxPending,

            @Option(
                    value = "Memory for records that are not yet flushed to a table file.",
                    defaultsTo = "64MiB",
                    min = "1MiB",
                    max = "64GiB")
            ByteSize writeBuffer) {}

    /** The options {@code route.…} of routing, the decision about the channels of each user. */
    public record Route(
            @Option(
                    value = "The number of routing threads; 0 for one per core.",
                    defaultsTo = "0",
                    min = "0",
                    max = "256")
            int workers,

            @Option(
                    value = "The number of records a thread polls from the log at a time; an eighth of it for bulk"
                            + " records. An urgent record waits for at most one such batch: smaller batches mean"
                            + " lower latency and lower throughput.",
                    defaultsTo = "256",
                    min = "1",
                    max = "65536")
            int batch) {}

    /** The options {@code delivery.…} of outbound delivery: workers, batches and retries. */
    public record Delivery(
            @Option(value = "The number of threads of each outbound channel.", defaultsTo = "2", min = "1", max = "64")
            int workers,

            @Option(
                    value = "The number of deliveries a thread has in flight before it polls for more.",
                    defaultsTo = "256",
                    min = "1",
                    max = "10000")
            int batch,

            @Option(
                    value = "The number of attempts before a delivery becomes a dead letter.",
                    defaultsTo = "10",
                    min = "1",
                    max = "100")
            int attempts,

            @Option(
                    value = "The pause before the second attempt; each further pause is twice as long.",
                    defaultsTo = "5s",
                    min = "10ms",
                    max = "1h")
            Duration firstRetryDelay,

            @Option(value = "The maximum pause between attempts.", defaultsTo = "1h", min = "10ms", max = "24h")
            Duration maxRetryDelay,

            @Option(
                    value = "How long a delivery waits without any available provider before it becomes a dead letter.",
                    defaultsTo = "24h",
                    min = "1s",
                    max = "168h")
            Duration giveUpAfter) {}

    /** The options {@code schedule.…} of scheduled notifications: shards, and the limit of due records that wait for routing. */
    public record Schedule(
            @Option(
                    value = "The minimum number of shards for the records due in one minute. Can be raised at any time,"
                            + " never lowered; one is enough for a single process.",
                    defaultsTo = "1",
                    min = "1",
                    max = "1024")
            int shards,

            @Option(
                    value = "How many records of a tenant and priority may wait for routing before further due records"
                            + " are added. Lower values keep a burst of scheduled records from delaying immediate"
                            + " ones.",
                    defaultsTo = "20000",
                    min = "1",
                    max = "100000000")
            long maxWaitingPerLane) {}

    /** The options {@code metadata.…}: the SQL database of tenants, keys and preferences. */
    public record Metadata(
            @Option(
                    value = "The JDBC URL of the metadata database, currently SQLite only; if empty, a file in the"
                            + " data folder.",
                    defaultsTo = "",
                    form = TextFormat.DATABASE)
            String url,

            @Option(value = "The user of the metadata database.", defaultsTo = "")
            String user,

            @Option(value = "The password of the metadata database.", defaultsTo = "")
            Secret password,

            @Option(value = "The size of the connection pool.", defaultsTo = "8", min = "1", max = "1000")
            int poolSize) {}

    /** The options {@code backup.…}: where backups are written. */
    public record Backup(
            @Option(
                    value = "The folder for backups, each in a folder of its own; relative to the working directory."
                            + " Best on another disk than the data folder.",
                    defaultsTo = "backups")
            Path folder) {}

    /** The options {@code tokens.…}: the rules for user tokens. */
    public record Tokens(
            @Option(
                    value = "The maximum lifetime of a user token that Tidings issues.",
                    defaultsTo = "24h",
                    min = "1s",
                    max = "8760h")
            Duration maxLife,

            @Option(value = "The audience (aud) of user tokens.", defaultsTo = "tidings", form = TextFormat.NOT_EMPTY)
            String audience) {}

    /** The options {@code devices.…} of the devices, apps and browsers, that receive push notifications. */
    public record Devices(
            @Option(
                    value = "How long a device is kept without a new registration; apps register at each start.",
                    defaultsTo = "270d",
                    min = "1d",
                    max = "3650d")
            Duration maxAge) {}

    /** The options {@code secrets.…}: the encryption keys for provider credentials. */
    public record Secrets(
            @Option(
                    value = "A key file with one key per line, as id:base64 of 32 bytes. The first key encrypts and"
                            + " all decrypt, so put a new key first to rotate. If empty, a file in the data folder"
                            + " is created.",
                    defaultsTo = "")
            String keyFile,

            @Option(value = "The keys themselves, separated by commas, instead of a key file.", defaultsTo = "")
            Secret keys) {}

    /** The options {@code channels.…} of the providers of outbound channels. */
    public record Channels(
            @Option(
                    value = "Whether deliveries without a provider are captured in memory, where GET /v1/captured"
                            + " shows them, instead of being suppressed as no_provider. For development: set it to"
                            + " false in production.",
                    defaultsTo = "true")
            boolean capture,

            @Option(
                    value = "Whether webhooks, web push services and the hosts and base URLs of providers may have"
                            + " private addresses, and HTTP receivers may be used without TLS; for receivers"
                            + " and mail relays on the same machine or network. If not, such an address is refused"
                            + " when it is entered, or when its name is resolved.",
                    defaultsTo = "false")
            boolean allowPrivate) {}

    /** The options {@code hot.…} of the in-memory caches. */
    public record Hot(
            @Option(
                    value = "The number of users whose preferences, addresses and counts are cached, and of rate-limit"
                            + " windows.",
                    defaultsTo = "100000",
                    min = "1",
                    max = "100000000")
            int users) {}

    /** The options {@code inbox.…}: the cache of rendered first pages. */
    public record Inbox(
            @Option(
                    value = "Memory for the cache of rendered first pages of inboxes.",
                    defaultsTo = "64MiB",
                    min = "0",
                    max = "64GiB")
            ByteSize pageCache) {}

    /** The options {@code live.…} of live connections: WebSockets and server-sent events. */
    public record Live(
            @Option(
                    value = "The maximum number of live connections; further ones are answered with 503.",
                    defaultsTo = "100000",
                    min = "0",
                    max = "10000000")
            int maxConnections,

            @Option(
                    value = "The maximum number of live connections of one user; further ones are answered with 429.",
                    defaultsTo = "20",
                    min = "1",
                    max = "1000000")
            int maxPerUser,

            @Option(
                    value = "The maximum number of live connections from one address; further ones are answered with"
                            + " 429. Behind a proxy that is not in http.trustedProxies, all users share its"
                            + " address.",
                    defaultsTo = "1000",
                    min = "1",
                    max = "10000000")
            int maxPerAddress,

            @Option(
                    value = "The rate limit of messages per second from all connections of one user, with a burst of"
                            + " ten times as many; further messages wait. Every two acks in a message count as one"
                            + " more, a new connection as ten: without tokens left it is answered with 429.",
                    defaultsTo = "50",
                    min = "10",
                    max = "1000000")
            int messagesPerUser,

            @Option(
                    value = "The same rate limit for all connections from one address.",
                    defaultsTo = "5000",
                    min = "10",
                    max = "10000000")
            int messagesPerAddress,

            @Option(
                    value = "The time without events after which a heartbeat is sent.",
                    defaultsTo = "25s",
                    min = "1s",
                    max = "1h")
            Duration heartbeat,

            @Option(
                    value = "How long a slow consumer may leave sent data unread before its connection is closed.",
                    defaultsTo = "20s",
                    min = "1s",
                    max = "1h")
            Duration slowConsumerTimeout,

            @Option(
                    value = "The number of missed changes that a reconnecting client receives one by one;"
                            + " beyond it the client is told to reload.",
                    defaultsTo = "2000",
                    min = "1",
                    max = "1000000")
            int maxMissed,

            @Option(
                    value = "The time over which connections are drained when the server stops.",
                    defaultsTo = "5s",
                    min = "0s",
                    max = "10m")
            Duration drain) {}
}
