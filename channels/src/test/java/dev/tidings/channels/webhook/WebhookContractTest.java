package dev.tidings.channels.webhook;

import dev.tidings.channels.HttpDeliveries;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.testkit.delivery.ProviderContract;
import dev.tidings.testkit.delivery.ProviderSimulator;
import dev.tidings.testkit.delivery.simulator.ConnectedSimulator;
import dev.tidings.testkit.delivery.simulator.WebhookServer;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

class WebhookContractTest extends ProviderContract {
    private WebhookServer server;

    @Override
    protected ProviderSimulator open(Duration timeout) throws IOException {
        server = new WebhookServer();
        return new ConnectedSimulator(
                server,
                HttpDeliveries.open(
                        new WebhookKind(new PublicAddresses(true)),
                        Map.of("secrets", WebhookServer.SECRET),
                        InstantSource.system(),
                        timeout));
    }

    @Override
    protected AddressKind kind() {
        return AddressKind.URL;
    }

    @Override
    protected String address(int number) {
        return server.endpoint(number);
    }
}
