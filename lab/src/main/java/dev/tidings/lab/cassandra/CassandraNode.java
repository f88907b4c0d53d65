package dev.tidings.lab.cassandra;

import dev.tidings.lab.ChildJvm;
import dev.tidings.lab.EngineJars;
import dev.tidings.lab.ServerJdk;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** One node of a {@link CassandraLab}, which can be stopped, killed, paused, and restarted with its data and address. */
public final class CassandraNode {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(5);
    /** Cassandra 5 supports Java 11 and 17, and the lab's own class in its JVM needs 17. */
    private static final int JAVA = 17;

    private final CassandraOptions options;
    private final NodeAddress address;
    private final Path folder;
    private final CassandraFiles files;
    private boolean knowsDefaultUser;
    private ChildJvm jvm;

    CassandraNode(CassandraOptions options, NodeAddress address, List<NodeAddress> all, Path folder) {
        this.options = options;
        this.address = address;
        this.folder = folder;
        this.files = new CassandraFiles(options, address, all, folder);
    }

    /** Starts the node and waits until it answers queries. Does nothing if it is running. */
    public void start() {
        launch();
        awaitReady();
    }

    /** A graceful shutdown: the node notifies the others and finishes requests in flight. */
    public synchronized void stop() {
        if (jvm != null) {
            jvm.stop(STOP_LIMIT);
        }
    }

    /** Sends SIGKILL: simulates a crash of the process. */
    public synchronized void kill() {
        if (jvm != null) {
            jvm.kill();
        }
    }

    /** Sends SIGSTOP: simulates a stalled machine. Connections stay open without responses. */
    public synchronized void pause() {
        running().pause();
    }

    /** Sends SIGCONT: the node continues after {@link #pause()}. */
    public synchronized void resume() {
        running().resume();
    }

    public synchronized boolean isRunning() {
        return jvm != null && jvm.isAlive();
    }

    public synchronized long pid() {
        return running().pid();
    }

    /** The log of the node and its JVM, over all of its starts. */
    public Path log() {
        return folder.resolve("server.log");
    }

    /** The address for clients. */
    public InetSocketAddress contactPoint() {
        return address.cql();
    }

    synchronized void launch() {
        if (isRunning()) {
            return;
        }
        knowsDefaultUser = !files.hasData();
        files.write();
        List<Path> jars = EngineJars.of("cassandra");
        Path jdk = ServerJdk.onThisMachine().find(JAVA);
        jvm = ChildJvm.start(jdk, folder, files.jvmOptions(jars), jars, "org.apache.cassandra.service.CassandraDaemon");
    }

    void awaitReady() {
        await("answer queries", "SELECT release_version FROM system.local", CqlProbe.ONE);
    }

    /** Waits until this node sees every node as up: only then a fully replicated table can be read at ALL. */
    void awaitAllUp() {
        await("see all nodes as up", "SELECT * FROM system_distributed.parent_repair_history LIMIT 1", CqlProbe.ALL);
    }

    private void await(String what, String cql, int consistency) {
        long limit = System.nanoTime() + options.startTimeout.toNanos();
        IOException last = null;
        while (isRunning() && System.nanoTime() < limit) {
            try {
                ask(cql, consistency);
                return;
            } catch (IOException e) {
                last = e;
            }
            sleep();
        }
        String problem = isRunning()
                ? "did not " + what + " within " + options.startTimeout.toSeconds() + " s"
                : "ended before it could " + what;
        throw new IllegalStateException(
                "Cassandra at " + contactPoint() + " " + problem + "; the end of its log:\n" + LogTail.of(log()), last);
    }

    private void ask(String cql, int consistency) throws IOException {
        try (CqlProbe probe = CqlProbe.connect(contactPoint(), options.tls.isPresent(), PROBE_TIMEOUT)) {
            if (probe.login("cassandra", "cassandra")) {
                probe.query(cql, consistency);
            } else if (knowsDefaultUser) {
                throw new IOException("the first user is not there yet");
            }
            // A node with data may have other users by now. A refused login is a sign of life, too.
        }
    }

    private ChildJvm running() {
        if (!isRunning()) {
            throw new IllegalStateException("the node at " + contactPoint() + " is not running");
        }
        return jvm;
    }

    private static void sleep() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for Cassandra", e);
        }
    }
}
