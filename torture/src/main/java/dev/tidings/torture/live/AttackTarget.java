package dev.tidings.torture.live;

import dev.tidings.torture.RunFindings;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;

/**
 * The service under attack, as passed to every {@link Attack}: its process, API, user tokens, event loop of the clients, and
 * findings.
 */
record AttackTarget(ServiceProcess service, LiveApi calls, TokenSigner tokens, ClientLoop loop, RunFindings findings) {

    ClientConnection connect(Handshake handshake, ClientConnection.ConnectionListener listener) {
        ClientConnection wire = new ClientConnection(handshake, listener);
        loop.connect(calls.address(), wire);
        return wire;
    }

    /** Open sockets of the service. */
    long openSockets() throws IOException {
        return ProcessVitals.openSockets(service);
    }

    Handshake webSocket(String user) {
        return Handshake.webSocket().bearer(tokens.of(user));
    }
}
