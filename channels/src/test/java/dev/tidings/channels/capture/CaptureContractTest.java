package dev.tidings.channels.capture;

import dev.tidings.core.deliver.AddressKind;
import dev.tidings.testkit.deliver.FarSide;
import dev.tidings.testkit.deliver.ProviderContract;

class CaptureContractTest extends ProviderContract {
    @Override
    protected FarSide open() {
        return new CaptureFarSide();
    }

    @Override
    protected AddressKind kind() {
        return AddressKind.MAILBOX;
    }
}
