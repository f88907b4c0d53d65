package dev.tidings.server.hot;

import dev.tidings.testkit.hot.HotStateContract;

class MemoryHotStateContractTest extends HotStateContract {
    @Override
    protected Subject open() {
        return new MemorySubject();
    }
}
