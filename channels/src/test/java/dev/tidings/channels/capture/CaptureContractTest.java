package dev.tidings.channels.capture;

import dev.tidings.core.deliver.AddressKind;
import dev.tidings.testkit.deliver.FarSide;
import dev.tidings.testkit.deliver.ProviderContract;
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
