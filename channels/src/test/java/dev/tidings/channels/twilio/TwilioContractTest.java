package dev.tidings.channels.twilio;

import dev.tidings.channels.HttpDeliveries;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.testkit.delivery.ProviderContract;
import dev.tidings.testkit.delivery.ProviderSimulator;
import dev.tidings.testkit.delivery.simulator.ConnectedSimulator;
import dev.tidings.testkit.delivery.simulator.TwilioServer;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

class TwilioContractTest extends ProviderContract {
    @Override
    protected ProviderSimulator open(Duration timeout) throws IOException {
        TwilioServer server = new TwilioServer();
        return new ConnectedSimulator(
                server,
                HttpDeliveries.open(
                        new TwilioKind(true),
                        Map.of(
                                "accountSid",
                                TwilioServer.ACCOUNT_SID,
                                "authToken",
                                TwilioServer.AUTH_TOKEN,
                                "from",
                                "+15005550006",
                                "baseUrl",
                                server.url()),
                        InstantSource.system(),
                        timeout));
    }

    @Override
    protected AddressKind kind() {
        return AddressKind.PHONE;
    }

    @Override
    protected String address(int number) {
        return "+1415555%04d".formatted(number);
    }

    /** Twilio's API has no idempotency key. */
    @Override
    protected boolean hasDedupeKey() {
        return false;
    }
}
