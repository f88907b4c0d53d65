package dev.tidings.torture.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The ledger of requests that the service acknowledged, kept by the clients of a crash run and synced to a file before they continue.
 * After each restart the state of the service is compared with it.
 */
final class AckLedger implements AutoCloseable {
    private final FileChannel file;
    /** Ids of accepted notifications by nonce. */
    private final Map<String, String> acked = new HashMap<>();

    private final Map<String, Set<String>> noncesOfUser = new HashMap<>();
    private final Map<String, Set<String>> readByUser = new HashMap<>();
    /** Requests with an idempotency key and an unknown outcome, to be retried. */
    private final List<SentRequest> toRepeat = new ArrayList<>();

    /**
     * The acknowledged requests of one user.
     *
     * @param ids of accepted notifications, by nonce
     * @param read the ids of those that were marked as read
     */
    record Acked(Map<String, String> ids, Set<String> read) {}

    AckLedger(Path path) throws IOException {
        file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    synchronized void acked(SentRequest sent, String id) throws IOException {
        write("acked " + sent.user() + " " + sent.nonce() + " " + id);
        String before = acked.put(sent.nonce(), id);
        if (before != null && !before.equals(id)) {
            throw new IllegalStateException(sent + " was accepted as " + before + " and then as " + id);
        }
        noncesOfUser.computeIfAbsent(sent.user(), user -> new TreeSet<>()).add(sent.nonce());
    }

    synchronized void read(String user, String id) throws IOException {
        write("read " + user + " " + id);
        readByUser.computeIfAbsent(user, u -> new TreeSet<>()).add(id);
    }

    synchronized void uncertain(SentRequest sent) {
        if (sent.idempotent()) {
            toRepeat.add(sent);
        }
    }

    synchronized List<SentRequest> takeUncertain() {
        List<SentRequest> taken = new ArrayList<>(toRepeat);
        toRepeat.clear();
        return taken;
    }

    synchronized int size() {
        return acked.size();
    }

    /** What is acknowledged to a user as of now. */
    synchronized Acked acked(String user) {
        Map<String, String> ids = new HashMap<>();
        noncesOfUser.getOrDefault(user, Set.of()).forEach(nonce -> ids.put(nonce, acked.get(nonce)));
        return new Acked(ids, Set.copyOf(readByUser.getOrDefault(user, Set.of())));
    }

    private void write(String line) throws IOException {
        file.write(ByteBuffer.wrap((line + "\n").getBytes(UTF_8)));
        file.force(false);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
