package dev.tidings.bench.live;

/**
 * Bytes.
 *
 * @param heap 0 for what has none
 */
record Memory(double heap, double resident) {
    Memory eachSince(Memory before, int count) {
        return new Memory((heap - before.heap) / count, (resident - before.resident) / count);
    }
}
