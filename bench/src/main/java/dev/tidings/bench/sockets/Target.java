package dev.tidings.bench.sockets;

import dev.tidings.bench.Findings;
import dev.tidings.bench.service.ServiceProcess;
import java.io.IOException;

/** The service under attack, with its client, tokens, event loop and findings. */
record Target(ServiceProcess service, Calls calls, Tokens tokens, Loop loop, Findings findings) {

    Wire connect(Handshake handshake, Wire.Listener listener) {
        Wire wire = new Wire(handshake, listener);
        loop.connect(calls.address(), wire);
        return wire;
    }

    /** Open sockets of the service. */
    long openSockets() throws IOException {
        return Vitals.openSockets(service);
    }

    Handshake webSocket(String user) {
        return Handshake.webSocket().bearer(tokens.of(user));
    }
}
