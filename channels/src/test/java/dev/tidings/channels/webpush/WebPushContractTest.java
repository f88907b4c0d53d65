package dev.tidings.channels.webpush;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.testkit.delivery.ProviderContract;
import dev.tidings.testkit.delivery.ProviderSimulator;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;

class WebPushContractTest extends ProviderContract {
    private WebPushSimulator far;

    @Override
    protected ProviderSimulator open(Duration timeout) throws IOException, GeneralSecurityException {
        far = new WebPushSimulator(timeout);
        return far;
    }

    @Override
    protected AddressKind kind() {
        return AddressKind.WEB_PUSH;
    }

    @Override
    protected String address(int number) {
        return far.address(number);
    }
}
