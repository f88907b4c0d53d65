package dev.tidings.channels.fcm;

import dev.tidings.channels.HttpDeliveries;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.testkit.delivery.ProviderContract;
import dev.tidings.testkit.delivery.ProviderSimulator;
import dev.tidings.testkit.delivery.simulator.ConnectedSimulator;
import dev.tidings.testkit.delivery.simulator.FcmServer;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

class FcmContractTest extends ProviderContract {
    @Override
    protected ProviderSimulator open(Duration timeout) throws IOException {
        FcmServer server = new FcmServer();
        return new ConnectedSimulator(
                server,
                HttpDeliveries.open(
                        new FcmKind(true),
                        Map.of("serviceAccount", server.serviceAccount(), "baseUrl", server.url()),
                        InstantSource.system(),
                        timeout));
    }

    @Override
    protected AddressKind kind() {
        return AddressKind.FCM;
    }
}
