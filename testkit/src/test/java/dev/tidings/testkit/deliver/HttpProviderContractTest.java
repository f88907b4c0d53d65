package dev.tidings.testkit.deliver;

import dev.tidings.core.deliver.AddressKind;
import java.io.IOException;

/** The provider contract on a correct provider. */
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
