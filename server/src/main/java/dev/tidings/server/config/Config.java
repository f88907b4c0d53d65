package dev.tidings.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Every option of Tidings. To add one is to add a component here: the reference, the check for unknown keys, the
 * environment variable and the printing follow from it.
 */
public record Config(
        @Option(
                value = "Where everything is kept; relative to the folder that Tidings is started in.",
                defaultsTo = "data")
        Path dataFolder,

        Http http,
        Limits limits,
        Storage storage,
        Log log,
        Route route,
        Deliver deliver,
        Schedule schedule,
        Meta meta,
        Tokens tokens,
        Devices devices,
        Secrets secrets,
        Channels channels,
        Hot hot,
        Live live) {

    /** Reads what is set in the file and in the environment, and fails with all mistakes in them at once. */
    public static LoadedConfig load(Optional<Path> file, Map<String, String> environment) {
        Loader<Config> loaded = Loader.load(OptionTree.of(Config.class), file, environment);
        return new LoadedConfig(loaded.config(), loaded.origins());
    }

    /** Where requests come in. */
    public record Http(
            @Option(
                    value = "The address to listen on; 0.0.0.0 for all of the machine.",
                    defaultsTo = "127.0.0.1",
                    form = Form.NOT_EMPTY)
            String host,

            @Option(value = "The port to listen on; 0 for any free one.", defaultsTo = "8080", min = "0", max = "65535")
            int port,

            @Option(
                    value = "The largest body of one request, which is kept as one cell of a table.",
                    defaultsTo = "1MiB",
                    min = "1KiB",
                    max = "1MiB")
            ByteSize maxBodyBytes,

            @Option(value = "The largest body of a batch.", defaultsTo = "16MiB", min = "1KiB", max = "1GiB")
            ByteSize maxBatchBytes,

            @Option(
                    value = "How many connections may be open; further ones are closed at once.",
                    defaultsTo = "10000",
                    min = "1",
                    max = "1000000")
            int maxConnections,

            @Option(
                    value = "The largest request line and headers, together.",
                    defaultsTo = "8KiB",
                    min = "1KiB",
                    max = "1MiB")
            ByteSize maxHeaderBytes,

            @Option(
                    value = "After how long without traffic a connection is closed.",
                    defaultsTo = "60s",
                    min = "1s",
                    max = "24h")
            Duration idleTimeout,

            @Option(
                    value = "The web origins whose pages may call /v1/me/…; none if empty.",
                    defaultsTo = "",
                    form = Form.ORIGIN)
            List<String> corsOrigins,

            @Option(
                    value =
                            "The proxies in front of Tidings, as addresses or networks such as 10.0.0.0/8. Limits per address"
                                    + " then count who called them, as they say in X-Forwarded-For; nobody else is believed.",
                    defaultsTo = "",
                    form = Form.NETWORK)
            List<String> trustedProxies,

            @Option(
                    value = "The address at which users' mail programs and providers reach Tidings,"
                            + " such as https://notify.example.org; empty for where it listens.",
                    defaultsTo = "")
            String publicUrl,

            @Option(
                    value =
                            "Whether there is a page at /demo on which to send, and to watch it arrive. It has no rights"
                                    + " of its own: whoever opens it has to bring an API key.",
                    defaultsTo = "true")
            boolean demo) {}

    /** What one request may ask for. */
    public record Limits(
            @Option(value = "The longest title of a notification.", defaultsTo = "1KiB", min = "1", max = "64KiB")
            ByteSize maxTitleBytes,

            @Option(value = "The longest body of a notification.", defaultsTo = "64KiB", min = "1", max = "512KiB")
            ByteSize maxBodyBytes,

            @Option(
                    value = "The largest data of a notification, as JSON.",
                    defaultsTo = "32KiB",
                    min = "2",
                    max = "512KiB")
            ByteSize maxDataBytes,

            @Option(
                    value = "How many requests may be worked on at a time; further ones are answered with 503.",
                    defaultsTo = "4096",
                    min = "1",
                    max = "1000000")
            int requestsInFlight) {}

    /** The embedded tables. */
    public record Storage(
            @Option(value = "Memory for blocks read from disk.", defaultsTo = "256MiB", min = "1MiB", max = "1TiB")
            ByteSize blockCache,

            @Option(
                    value = "Memory for rows not yet in a table file.",
                    defaultsTo = "128MiB",
                    min = "1MiB",
                    max = "64GiB")
            ByteSize writeBuffer,

            @Option(
                    value = "Whether a write is on the disk before it is acked;"
                            + " false acks what a power failure may lose.",
                    defaultsTo = "true")
            boolean fsync) {}

    /** The embedded queues. */
    public record Log(
            @Option(
                    value = "How many records may wait, of all tenants; beyond it sending is answered with 503.",
                    defaultsTo = "20000000",
                    min = "1",
                    max = "1000000000000")
            long maxBacklog,

            @Option(
                    value = "How many records of one tenant may wait; beyond it sending is answered with 429.",
                    defaultsTo = "10000000",
                    min = "1",
                    max = "1000000000000")
            long maxTenantBacklog,

            @Option(
                    value = "How much may wait in memory for its turn to be written.",
                    defaultsTo = "64MiB",
                    min = "1MiB",
                    max = "16GiB")
            ByteSize pending,

            @Option(
                    value = "Memory for records not yet in a table file.",
                    defaultsTo = "64MiB",
                    min = "1MiB",
                    max = "64GiB")
            ByteSize writeBuffer) {}

    /** Who decides what each user hears. */
    public record Route(
            @Option(value = "How many threads decide; 0 for one per core.", defaultsTo = "0", min = "0", max = "256")
            int workers,

            @Option(
                    value = "How many records a thread takes from the log at a time, and of bulk an eighth of that."
                            + " Something urgent waits for no more than these; the fewer, the sooner it comes, and the"
                            + " less can be done in all.",
                    defaultsTo = "256",
                    min = "1",
                    max = "65536")
            int batch) {}

    /** What leaves the house. */
    public record Deliver(
            @Option(value = "How many threads each outbound channel has.", defaultsTo = "2", min = "1", max = "64")
            int workers,

            @Option(
                    value = "How many deliveries one of them has under way before it looks for more.",
                    defaultsTo = "256",
                    min = "1",
                    max = "10000")
            int batch,

            @Option(
                    value = "How many attempts a delivery has before it is given up.",
                    defaultsTo = "10",
                    min = "1",
                    max = "100")
            int attempts,

            @Option(
                    value = "How long after the first attempt the second is; each further pause is twice as long.",
                    defaultsTo = "5s",
                    min = "10ms",
                    max = "1h")
            Duration firstRetry,

            @Option(value = "The longest pause between attempts.", defaultsTo = "1h", min = "10ms", max = "24h")
            Duration longestRetry,

            @Option(
                    value = "How long a delivery waits for providers of which none works, before it is given up.",
                    defaultsTo = "24h",
                    min = "1s",
                    max = "168h")
            Duration giveUpAfter) {}

    /** What waits for its time. */
    public record Schedule(
            @Option(
                    value =
                            "Into how many shards what is due in one minute is divided, at least. Can be raised at any time,"
                                    + " never lowered; one is enough for a single process.",
                    defaultsTo = "1",
                    min = "1",
                    max = "1024")
            int shards,

            @Option(
                    value = "How many records of a tenant and priority may wait to be routed before more of what falls"
                            + " due is added. The fewer, the less of a burst is in the way of what is sent at once.",
                    defaultsTo = "20000",
                    min = "1",
                    max = "100000000")
            long ahead) {}

    /** The small consistent data: tenants, keys, preferences. */
    public record Meta(
            @Option(
                    value = "The JDBC URL of the database, so far only of SQLite; one in the data folder if empty.",
                    defaultsTo = "",
                    form = Form.DATABASE)
            String url,

            @Option(value = "The user of the database.", defaultsTo = "")
            String user,

            @Option(value = "The password of the database.", defaultsTo = "")
            Secret password,

            @Option(value = "How many connections to the database are kept.", defaultsTo = "8", min = "1", max = "1000")
            int poolSize) {}

    /** The tokens of end users. */
    public record Tokens(
            @Option(
                    value = "The longest life of a user token that Tidings mints.",
                    defaultsTo = "24h",
                    min = "1s",
                    max = "8760h")
            Duration maxLife,

            @Option(value = "Whom a user token is for.", defaultsTo = "tidings", form = Form.NOT_EMPTY)
            String audience) {}

    /** Apps and browsers that push notifications go to. */
    public record Devices(
            @Option(
                    value = "How long a device is kept that does not register again; apps do so when they are started.",
                    defaultsTo = "270d",
                    min = "1d",
                    max = "3650d")
            Duration maxAge) {}

    /** The keys with which the credentials of providers are encrypted. */
    public record Secrets(
            @Option(
                    value =
                            "A file of keys, each on a line as id:base64 of 32 bytes. The first encrypts and all decrypt,"
                                    + " so put a new one in front to change keys. One made in the data folder if empty.",
                    defaultsTo = "")
            String keyFile,

            @Option(value = "The keys themselves, separated by commas, instead of a file.", defaultsTo = "")
            Secret keys) {}

    /** Who carries what leaves the house. */
    public record Channels(
            @Option(
                    value =
                            "Whether what nobody carries for a tenant is kept in memory, where GET /v1/captured shows it,"
                                    + " instead of being suppressed as no_provider. For development: set it to false in production.",
                    defaultsTo = "true")
            boolean capture,

            @Option(
                    value =
                            "Whether webhooks, browsers' push services and the hosts and base URLs of providers may lead to"
                                    + " private addresses, and those on the web go without TLS; for receivers, and mail"
                                    + " relays, on the same machine or network.",
                    defaultsTo = "false")
            boolean allowPrivate) {}

    /** What is kept in memory because it is asked for all the time. */
    public record Hot(
            @Option(
                    value =
                            "Of how many users the preferences, addresses and counts are kept in memory, and as many rate-limit windows.",
                    defaultsTo = "100000",
                    min = "1",
                    max = "100000000")
            int users,

            @Option(
                    value =
                            "Memory for the first pages of inboxes, as they went out and as long as nothing has changed.",
                    defaultsTo = "64MiB",
                    min = "0",
                    max = "64GiB")
            ByteSize pages) {}

    /** The connections to users' screens. */
    public record Live(
            @Option(
                    value = "How many may be open; further ones are answered with 503.",
                    defaultsTo = "100000",
                    min = "0",
                    max = "10000000")
            int maxConnections,

            @Option(
                    value = "How many one user may have open; further ones are answered with 429.",
                    defaultsTo = "20",
                    min = "1",
                    max = "1000000")
            int maxPerUser,

            @Option(
                    value =
                            "How many may be open from one address; further ones are answered with 429."
                                    + " Behind a proxy that http.trustedProxies does not know, all users come from its address.",
                    defaultsTo = "1000",
                    min = "1",
                    max = "10000000")
            int maxPerAddress,

            @Option(
                    value =
                            "How many messages a second the server reads from the screens of one user, and ten times as many"
                                    + " at once; what is more waits. Two acks count as a further message, a connection as ten:"
                                    + " for who has none left it is answered with 429.",
                    defaultsTo = "50",
                    min = "10",
                    max = "1000000")
            int messagesPerUser,

            @Option(
                    value = "The same for all who come from one address.",
                    defaultsTo = "5000",
                    min = "10",
                    max = "10000000")
            int messagesPerAddress,

            @Option(
                    value = "After how long without news there is a heartbeat.",
                    defaultsTo = "25s",
                    min = "1s",
                    max = "1h")
            Duration heartbeat,

            @Option(
                    value = "How long a screen may leave unread what it was sent before it is cut off.",
                    defaultsTo = "20s",
                    min = "1s",
                    max = "1h")
            Duration patience,

            @Option(
                    value = "How many changes a screen may have missed and still be told of each;"
                            + " with more it is told to reload.",
                    defaultsTo = "2000",
                    min = "1",
                    max = "1000000")
            int maxMissed,

            @Option(
                    value = "Over how long connections are ended when the server stops.",
                    defaultsTo = "5s",
                    min = "0s",
                    max = "10m")
            Duration drain) {}
}
