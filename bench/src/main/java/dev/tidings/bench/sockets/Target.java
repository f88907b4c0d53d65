package dev.tidings.bench.sockets;

import dev.tidings.bench.Findings;
import dev.tidings.bench.service.ServiceProcess;
import java.io.IOException;

/** What an attack needs to know: whom to attack, from where, and whom to tell. */
record Target(ServiceProcess service, Calls calls, Tokens tokens, Loop loop, Findings findings) {

    Wire connect(Handshake handshake, Wire.Listener listener) {
        Wire wire = new Wire(handshake, listener);
        loop.connect(calls.address(), wire);
        return wire;
    }

    /** On the other side. */
    long openSockets() throws IOException {
        return Vitals.openSockets(service);
    }

    Handshake webSocket(String user) {
        return Handshake.webSocket().bearer(tokens.of(user));
    }
}
