package dev.tidings.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.Receipt;
import dev.tidings.server.TestService;
import dev.tidings.server.delivery.AttemptSamples.SampleResult;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.storage.Storage;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that webhook events of receipts, which may need the metadata store, are built on its threads only. */
class ReceiptsTest {
    @TempDir
    Path folder;

    private final Set<Thread> builders = ConcurrentHashMap.newKeySet();

    @ParameterizedTest
    @EnumSource
    void events_areBuiltOnBlockingThreads(Receipt.State state) {
        try (TestService tidings = new TestService(folder, new SteppedClock(AttemptSamples.NOW))) {
            OutboundDelivery delivery = AttemptSamples.delivery(Duration.ZERO);
            AnsweredCall call = SampleResult.ACCEPTED.at("a", 1).calls().get(0);
            Storage storage = tidings.service().storage();
            storage.engine().write(DeliveryRows.attempt(delivery, call, null)).join();
            storage.engine()
                    .write(DeliveryRows.message(delivery, call.start(), "m1"))
                    .join();
            Receipts receipts = new Receipts(new DeliveryContext(
                    tidings.config().delivery(), storage, tidings.service().users(), null, null, null, event -> {
                        builders.add(Thread.currentThread());
                        return List.of();
                    }));
            assertThat(receipts.store(call.start().provider(), new Receipt("m1", state, null, null))
                            .join())
                    .isTrue();
            assertThat(builders)
                    .isNotEmpty()
                    .allMatch(thread -> thread.getName().equals("metadata"));
        }
    }
}
