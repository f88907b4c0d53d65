package dev.tidings.bench.live;

/**
 * The memory use of a server in bytes.
 *
 * @param heap 0 for a server without a JVM
 */
record Memory(double heap, double resident) {
    Memory eachSince(Memory before, int count) {
        return new Memory((heap - before.heap) / count, (resident - before.resident) / count);
    }
}
