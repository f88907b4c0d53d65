package dev.tidings.channels.apns;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.testkit.delivery.ProviderContract;
import dev.tidings.testkit.delivery.ProviderSimulator;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;

class ApnsContractTest extends ProviderContract {
    @Override
    protected ProviderSimulator open(Duration timeout) throws IOException, GeneralSecurityException {
        return new ApnsSimulator(timeout);
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
