package dev.tidings.testkit.delivery.simulator;

import dev.tidings.core.delivery.Provider;
import dev.tidings.testkit.delivery.ProviderSimulator;
import java.util.List;

/** An HTTP provider simulator together with a provider that is connected to it, in the form that {@code ProviderContract} needs. */
public record ConnectedSimulator(ScriptedHttpServer server, Provider provider) implements ProviderSimulator {
    @Override
    public void script(String address, Behaviour behaviour) {
        server.script(address, behaviour);
    }

    @Override
    public void release() {
        server.release();
    }

    @Override
    public void stop() {
        server.stop();
    }

    @Override
    public List<Received> received() {
        return server.received();
    }

    @Override
    public void close() {
        server.close();
    }
}
