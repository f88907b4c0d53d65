package dev.tidings.channels.capture;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.testkit.delivery.ProviderContract;
import dev.tidings.testkit.delivery.ProviderSimulator;
import java.time.Duration;

class CaptureKindContractTest extends ProviderContract {
    @Override
    protected ProviderSimulator open(Duration timeout) {
        return new CaptureSimulator(timeout);
    }

    @Override
    protected AddressKind kind() {
        return AddressKind.MAILBOX;
    }
}
