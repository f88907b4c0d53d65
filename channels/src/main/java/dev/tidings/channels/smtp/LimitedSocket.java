package dev.tidings.channels.smtp;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/** A connection to somebody who may only say so much: Angus Mail keeps an answer in memory until it ends. */
final class LimitedSocket extends Socket {
    private static final int MOST = 64 * 1024;

    private int left = MOST;

    /** For the next conversation. */
    void refill() {
        left = MOST;
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
                    throw new IOException("expected no more than " + MOST + " bytes of answers to a mail");
                }
                return result;
            }
        };
    }
}
