package dev.tidings.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of port reservation: one owner per block. */
class PortBlockTest {
    private final InetAddress first = InetAddress.getLoopbackAddress();

    @Test
    void aBlockHasOneOwner() {
        try (PortBlock block = PortBlock.take(List.of(first))) {
            assertThatThrownBy(() -> PortBlock.takeAt(block.first(), List.of(first)))
                    .hasMessageContaining("are not all free");
        }
    }

    @Test
    void aClosedBlockCanBeTakenAgain() {
        PortBlock block = PortBlock.take(List.of(first));
        int port = block.port(1);
        block.close();
        try (PortBlock again = PortBlock.takeAt(block.first(), List.of(first))) {
            assertThat(again.port(1)).isEqualTo(port);
        }
    }

    @Test
    void aBlockIsNotFreeIfOneOfItsPortsIsTakenOnOneAddress() throws IOException {
        InetAddress second = InetAddress.getByName("127.0.0.2");
        PortBlock block = PortBlock.take(List.of(first, second));
        block.close();
        try (ServerSocket foreign = new ServerSocket(block.port(3), 1, second)) {
            assertThat(foreign.isBound()).isTrue();
            assertThatThrownBy(() -> PortBlock.takeAt(block.first(), List.of(first, second)))
                    .hasMessageContaining("are not all free");
        }
    }

    @Test
    void anAddressThatIsNotOursIsNamed() throws IOException {
        InetAddress foreign = InetAddress.getByName("192.0.2.1");
        assertThatThrownBy(() -> PortBlock.take(List.of(foreign))).hasMessageContaining("cannot listen on 192.0.2.1");
    }
}
