package dev.tidings.server.hot;

import dev.tidings.testkit.hot.HotStateContract;

/** The hot state contract in memory. */
class MemoryHotStateContractTest extends HotStateContract {
    @Override
    protected Subject open() {
        return new MemorySubject();
    }
}
