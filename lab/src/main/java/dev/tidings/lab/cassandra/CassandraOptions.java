package dev.tidings.lab.cassandra;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Options of a {@link CassandraLab}. The defaults suit tests: small and quick to start. */
public final class CassandraOptions {
    final int nodes;
    int heapMegabytes = 512;
    boolean benchmark;
    boolean disposable;
    CommitLogSync commitLogSync = CommitLogSync.PERIODIC;
    String datacenter = "datacenter1";
    boolean authentication;
    Optional<ClientTls> tls = Optional.empty();
    Optional<Path> folder = Optional.empty();
    Duration startTimeout = Duration.ofSeconds(120);

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

    /** The maximum heap of each node; 512 by default. */
    public CassandraOptions heapMegabytes(int megabytes) {
        if (megabytes < 256) {
            throw new IllegalArgumentException("a heap of " + megabytes + " MB; expected 256 or more");
        }
        heapMegabytes = megabytes;
        return this;
    }

    /** Optimises for throughput instead of startup: the optimising compiler, G1, and a heap of 2 GB. */
    public CassandraOptions benchmark() {
        benchmark = true;
        heapMegabytes = 2048;
        return this;
    }

    /** Nodes that are never started again: they do not write the whole schema to disk at every change of it. */
    public CassandraOptions disposable() {
        disposable = true;
        return this;
    }

    public CassandraOptions commitLogSync(CommitLogSync sync) {
        commitLogSync = sync;
        return this;
    }

    /** The name of the only datacenter; {@code datacenter1} by default. */
    public CassandraOptions datacenter(String name) {
        datacenter = name;
        return this;
    }

    /** Requires a login. The initial user is {@code cassandra} with the password {@code cassandra}. */
    public CassandraOptions authentication() {
        authentication = true;
        return this;
    }

    /** Requires TLS of clients. */
    public CassandraOptions tls(ClientTls clientTls) {
        tls = Optional.of(clientTls);
        return this;
    }

    /**
     * The folder for the data of the nodes, which is kept after the lab is closed; a later lab with the same number of nodes
     * reuses it. A temporary folder by default.
     */
    public CassandraOptions folder(Path path) {
        folder = Optional.of(path.toAbsolutePath());
        return this;
    }

    /** The timeout for the start of a node; two minutes by default. */
    public CassandraOptions startTimeout(Duration limit) {
        startTimeout = limit;
        return this;
    }
}
