package dev.tidings.channels.apns;

import dev.tidings.core.deliver.AddressKind;
import dev.tidings.testkit.deliver.FarSide;
import dev.tidings.testkit.deliver.ProviderContract;
import java.io.IOException;
import java.security.GeneralSecurityException;

class ApnsContractTest extends ProviderContract {
    @Override
    protected FarSide open() throws IOException, GeneralSecurityException {
        return new ApnsFarSide();
    }

    @Override
    protected AddressKind kind() {
        return AddressKind.APNS;
    }

    @Override
    protected String address(int number) {
        return "%064x".formatted(number);
    }
}
