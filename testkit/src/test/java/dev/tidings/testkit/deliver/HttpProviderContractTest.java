package dev.tidings.testkit.deliver;

import dev.tidings.core.deliver.AddressKind;
import java.io.IOException;

/** The suite can be passed. */
class HttpProviderContractTest extends ProviderContract {
    @Override
    protected FarSide open() throws IOException {
        return new HttpFarSide(ProviderMistake.NONE);
    }

    @Override
    protected AddressKind kind() {
        return AddressKind.URL;
    }
}
