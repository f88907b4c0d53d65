package dev.tidings.lab.cassandra;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** What kind of cluster to start. The defaults suit tests: small and quick to start. */
public final class CassandraOptions {
    final int nodes;
    int heapMegabytes = 512;
    boolean benchmark;
    CommitLogSync commitLogSync = CommitLogSync.PERIODIC;
    String datacenter = "datacenter1";
    boolean authentication;
    Optional<ClientTls> tls = Optional.empty();
    Optional<Path> folder = Optional.empty();
    Duration startLimit = Duration.ofSeconds(120);

    private CassandraOptions(int nodes) {
        this.nodes = nodes;
    }

    /** One node on 127.0.0.1, or three on 127.0.0.1 to 127.0.0.3. */
    public static CassandraOptions nodes(int nodes) {
        if (nodes != 1 && nodes != 3) {
            throw new IllegalArgumentException(nodes + " nodes; expected 1 or 3");
        }
        return new CassandraOptions(nodes);
    }

    /** The largest heap of each node; 512 unless told. */
    public CassandraOptions heapMegabytes(int megabytes) {
        if (megabytes < 256) {
            throw new IllegalArgumentException("a heap of " + megabytes + " MB; expected 256 or more");
        }
        heapMegabytes = megabytes;
        return this;
    }

    /** Nodes that run fast rather than start fast: the optimizing compiler, G1, and a heap of 2 GB. */
    public CassandraOptions benchmark() {
        benchmark = true;
        heapMegabytes = 2048;
        return this;
    }

    public CassandraOptions commitLogSync(CommitLogSync sync) {
        commitLogSync = sync;
        return this;
    }

    /** The name of the only datacenter; {@code datacenter1} unless told. */
    public CassandraOptions datacenter(String name) {
        datacenter = name;
        return this;
    }

    /** Clients have to log in. There is one user at first, {@code cassandra} with the password {@code cassandra}. */
    public CassandraOptions authentication() {
        authentication = true;
        return this;
    }

    /** Clients have to use TLS. */
    public CassandraOptions tls(ClientTls clientTls) {
        tls = Optional.of(clientTls);
        return this;
    }

    /**
     * Where the nodes keep their data, also after the lab is closed; a lab of as many nodes finds it again there. Without it, they use
     * a temporary folder.
     */
    public CassandraOptions folder(Path path) {
        folder = Optional.of(path.toAbsolutePath());
        return this;
    }

    /** How long the start of a node may take; two minutes unless told. */
    public CassandraOptions startLimit(Duration limit) {
        startLimit = limit;
        return this;
    }
}
