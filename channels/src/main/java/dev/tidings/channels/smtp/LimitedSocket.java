package dev.tidings.channels.smtp;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/**
 * The socket of an SMTP connection, which fails beyond 64 KiB of server replies per mail. Angus Mail alone buffers a reply until it
 * ends.
 */
final class LimitedSocket extends Socket {
    private static final int MAX_BYTES = 64 * 1024;

    private int left = MAX_BYTES;

    /** Resets the limit for the next mail. */
    void refill() {
        left = MAX_BYTES;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {
            @Override
            public int read() throws IOException {
                return counted(super.read(), 1);
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int read = super.read(bytes, offset, length);
                return counted(read, read);
            }

            private int counted(int result, int count) throws IOException {
                left -= result < 0 ? 0 : count;
                if (left < 0) {
                    throw new IOException("expected at most " + MAX_BYTES + " bytes of response to a mail");
                }
                return result;
            }
        };
    }
}
