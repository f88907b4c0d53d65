package dev.tidings.channels.webpush;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.testkit.delivery.FarSide;
import dev.tidings.testkit.delivery.ProviderContract;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;

class WebPushContractTest extends ProviderContract {
    private WebPushFarSide far;

    @Override
    protected FarSide open(Duration timeout) throws IOException, GeneralSecurityException {
        far = new WebPushFarSide(timeout);
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
