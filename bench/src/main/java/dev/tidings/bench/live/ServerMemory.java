package dev.tidings.bench.live;

/**
 * The memory use of a server in bytes.
 *
 * @param heap 0 for a server without a JVM
 */
record ServerMemory(double heap, double resident) {
    ServerMemory eachSince(ServerMemory before, int count) {
        return new ServerMemory((heap - before.heap) / count, (resident - before.resident) / count);
    }
}
