package dev.tidings.channels.smpp;

import java.io.DataInputStream;
import java.io.IOException;
import org.jsmpp.InvalidCommandLengthException;
import org.jsmpp.PDUReader;
import org.jsmpp.SynchronizedPDUReader;
import org.jsmpp.bean.Command;

/**
 * Reads frames of a length that makes sense. After another one nobody knows where the next begins, and the session is over: left to
 * itself, jSMPP would take the memory that it is told to, or try to say goodbye on the thread that would have to read the answer.
 */
final class FrameReader implements PDUReader {
    /** The largest of the protocol: a payload of 64 KB and the fields around it. */
    private static final int LONGEST = 70_000;

    private final PDUReader reader = new SynchronizedPDUReader();

    @Override
    public Command readPDUHeader(DataInputStream in) throws IOException {
        Command header;
        try {
            header = reader.readPDUHeader(in);
        } catch (InvalidCommandLengthException e) {
            throw new IOException("a frame that is too short", e);
        }
        if (header.getCommandLength() > LONGEST) {
            throw new IOException("a frame that is too long");
        }
        return header;
    }

    @Override
    public byte[] readPDU(DataInputStream in, Command header) throws IOException {
        return reader.readPDU(in, header);
    }

    @Override
    public byte[] readPDU(DataInputStream in, int length, int id, int status, int sequence) throws IOException {
        return reader.readPDU(in, length, id, status, sequence);
    }
}
