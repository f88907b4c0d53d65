package dev.tidings.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;

class HeldPortTest {
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    @Test
    void heldPort_refusesConnections() {
        try (HeldPort port = HeldPort.any()) {
            assertThatThrownBy(() -> new Socket(LOOPBACK, port.number()).close())
                    .isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void heldPort_canBeListenedOnMeanwhile() throws IOException {
        try (HeldPort port = HeldPort.any()) {
            for (int start = 0; start < 3; start++) {
                try (ServerSocket server = new ServerSocket(port.number(), 1, LOOPBACK)) {
                    new Socket(LOOPBACK, port.number()).close();
                    server.accept().close();
                }
            }
        }
    }

    /** Many times, because a listener that is blocked in accept outlives its close only by a moment. */
    @Test
    void closedListener_isGoneOnceItsPortIsHeld() throws Exception {
        for (int i = 0; i < 200; i++) {
            ServerSocket listener = new ServerSocket(0, 50, LOOPBACK);
            Thread accepting = new Thread(() -> {
                try {
                    while (true) {
                        listener.accept().close();
                    }
                } catch (IOException e) {
                    // Closed.
                }
            });
            accepting.start();
            int number = listener.getLocalPort();
            new Socket(LOOPBACK, number).close();
            listener.close();
            try (HeldPort port = HeldPort.inPlaceOf(number)) {
                assertThat(port.number()).isEqualTo(number);
                assertThatThrownBy(() -> new Socket(LOOPBACK, number).close()).isInstanceOf(ConnectException.class);
            }
            accepting.join();
        }
    }
}
