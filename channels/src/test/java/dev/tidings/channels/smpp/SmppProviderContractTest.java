package dev.tidings.channels.smpp;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Message;
import dev.tidings.testkit.delivery.ProviderContract;
import dev.tidings.testkit.delivery.ProviderSimulator;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class SmppProviderContractTest extends ProviderContract {
    @Override
    protected ProviderSimulator open(Duration timeout) throws IOException {
        return new SmppSimulator(InstantSource.system(), Map.of(), timeout);
    }

    @Override
    protected AddressKind kind() {
        return AddressKind.PHONE;
    }

    @Override
    protected String address(int number) {
        return "+49151000" + (1_000 + number);
    }

    /** SMPP has no field for an idempotency key. */
    @Override
    protected boolean hasDedupeKey() {
        return false;
    }

    @Override
    protected List<Message> messages() {
        List<Message> messages = new ArrayList<>(super.messages());
        messages.add(new Message.Sms("\uD83D\uDE00".repeat(100)));
        messages.add(new Message.Sms("y".repeat(160)));
        return messages;
    }
}
