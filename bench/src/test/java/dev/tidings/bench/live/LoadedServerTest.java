package dev.tidings.bench.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Tests of the load client against the plain server: every figure depends on its counting. */
class LoadedServerTest {

    @Test
    void broadcast_timesAreConsistent() throws IOException {
        try (LoadedServer side = new LoadedServer(JvmServer.bare())) {
            side.openShared(50);
            for (int number = 0; number < 3; number++) {
                double[] seconds = side.broadcast(number);
                assertThat(seconds[0]).isPositive();
                assertThat(seconds[1]).isGreaterThan(seconds[0]);
            }
        }
    }

    @Test
    void sockets_canBeClosedAndReopened() throws IOException {
        try (LoadedServer side = new LoadedServer(JvmServer.bare())) {
            side.openShared(50);
            long open = side.server().openFiles();
            side.closeSockets();
            assertThat(side.server().openFiles()).isLessThan(open);
            side.openShared(20);
            assertThat(side.broadcast(1)).hasSize(2);
        }
    }

    @Test
    void memory_coversTheWholeHeap() throws IOException {
        try (LoadedServer side = new LoadedServer(JvmServer.bare())) {
            ServerMemory memory = side.server().memory();
            assertThat(memory.heap()).isBetween(1e6, 1e8);
            assertThat(memory.resident()).isGreaterThan(memory.heap());
        }
    }
}
