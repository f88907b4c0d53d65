package dev.tidings.channels.capture;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.testkit.delivery.FarSide;
import dev.tidings.testkit.delivery.ProviderContract;
import java.time.Duration;

class CaptureContractTest extends ProviderContract {
    @Override
    protected FarSide open(Duration timeout) {
        return new CaptureFarSide(timeout);
    }

    @Override
    protected AddressKind kind() {
        return AddressKind.MAILBOX;
    }
}
