package dev.tidings.testkit.delivery;

import dev.tidings.core.delivery.AddressKind;
import java.io.IOException;
import java.time.Duration;

/** The provider contract on a correct provider. */
class HttpProviderContractTest extends ProviderContract {
    @Override
    protected ProviderSimulator open(Duration timeout) throws IOException {
        return new HttpSimulator(ProviderBug.NONE, timeout);
    }

    @Override
    protected AddressKind kind() {
        return AddressKind.URL;
    }
}
