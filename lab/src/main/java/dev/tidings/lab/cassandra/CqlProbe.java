package dev.tidings.lab.cassandra;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A minimal client of the CQL native protocol, version 4, which logs in and runs a query to check that a node is up. A frame is a
 * header of nine bytes (version, flags, stream, opcode, length) and a body.
 */
final class CqlProbe implements AutoCloseable {
    /** All replicas must respond. */
    static final int ALL = 0x0005;

    static final int ONE = 0x0001;
    static final int QUORUM = 0x0004;

    private static final int VERSION = 4;
    private static final int ERROR = 0x00;
    private static final int STARTUP = 0x01;
    private static final int READY = 0x02;
    private static final int AUTHENTICATE = 0x03;
    private static final int QUERY = 0x07;
    private static final int RESULT = 0x08;
    private static final int ROWS = 2;
    private static final int SKIP_METADATA = 0x02;
    private static final int AUTH_RESPONSE = 0x0F;
    private static final int AUTH_SUCCESS = 0x10;
    private static final int BAD_CREDENTIALS = 0x0100;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    private CqlProbe(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
        this.out = new DataOutputStream(socket.getOutputStream());
    }

    static CqlProbe connect(InetSocketAddress address, boolean tls, Duration timeout) throws IOException {
        int millis = Math.toIntExact(timeout.toMillis());
        Socket socket = new Socket();
        try {
            socket.connect(address, millis);
            socket.setSoTimeout(millis);
            return new CqlProbe(tls ? TrustAllManager.wrap(socket, address) : socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Starts the session, and logs in if the node requires it; returns whether it accepted the credentials. */
    boolean login(String user, String password) throws IOException {
        Frame hello = ask(STARTUP, body -> {
            body.writeShort(1);
            writeString(body, "CQL_VERSION");
            writeString(body, "3.0.0");
        });
        if (hello.opcode == READY) {
            return true;
        }
        hello.expect(AUTHENTICATE);
        byte[] credentials = ("\0" + user + "\0" + password).getBytes(StandardCharsets.UTF_8);
        Frame answer = ask(AUTH_RESPONSE, body -> {
            body.writeInt(credentials.length);
            body.write(credentials);
        });
        if (answer.isError(BAD_CREDENTIALS)) {
            return false;
        }
        answer.expect(AUTH_SUCCESS);
        return true;
    }

    /** Runs a query and returns the number of rows; fails unless it succeeds at this consistency. */
    int query(String cql, int consistency) throws IOException {
        byte[] text = cql.getBytes(StandardCharsets.UTF_8);
        Frame answer = ask(QUERY, body -> {
            body.writeInt(text.length);
            body.write(text);
            body.writeShort(consistency);
            body.writeByte(SKIP_METADATA);
        });
        answer.expect(RESULT);
        // Without metadata: the kind, flags, the number of columns, the number of rows, the rows.
        return answer.body.getInt(0) == ROWS ? answer.body.getInt(12) : 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private Frame ask(int opcode, Body body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        body.write(new DataOutputStream(bytes));
        ByteBuffer frame = ByteBuffer.allocate(9 + bytes.size());
        frame.put((byte) VERSION).put((byte) 0).putShort((short) 0).put((byte) opcode);
        frame.putInt(bytes.size()).put(bytes.toByteArray());
        out.write(frame.array());
        out.flush();
        in.skipNBytes(4);
        int answer = in.readUnsignedByte();
        return new Frame(answer, ByteBuffer.wrap(in.readNBytes(in.readInt())));
    }

    private static void writeString(DataOutputStream body, String ascii) throws IOException {
        body.writeShort(ascii.length());
        body.writeBytes(ascii);
    }

    private interface Body {
        void write(DataOutputStream body) throws IOException;
    }

    private record Frame(int opcode, ByteBuffer body) {
        boolean isError(int code) {
            return opcode == ERROR && body.getInt(0) == code;
        }

        void expect(int expected) throws IOException {
            if (opcode == ERROR) {
                byte[] message = new byte[body.getShort(4)];
                body.get(6, message);
                throw new IOException("Cassandra answered: " + new String(message, StandardCharsets.UTF_8));
            }
            if (opcode != expected) {
                throw new IOException("Cassandra answered with opcode " + opcode + "; expected " + expected);
            }
        }
    }
}
