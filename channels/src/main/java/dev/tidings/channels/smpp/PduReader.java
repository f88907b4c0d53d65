package dev.tidings.channels.smpp;

import java.io.DataInputStream;
import java.io.IOException;
import org.jsmpp.InvalidCommandLengthException;
import org.jsmpp.PDUReader;
import org.jsmpp.SynchronizedPDUReader;
import org.jsmpp.bean.Command;

/**
 * Reads SMPP frames (PDUs) for jSMPP and ends the session at a frame of invalid length, because the position of the next one is
 * unknown. jSMPP alone would allocate whatever length it is given, or try to unbind on the thread that would have to read the answer.
 */
final class PduReader implements PDUReader {
    /** The largest frame of the protocol: a payload of 64 KB and the fields around it. */
    private static final int MAX_FRAME = 70_000;

    private final PDUReader reader = new SynchronizedPDUReader();

    @Override
    public Command readPDUHeader(DataInputStream in) throws IOException {
        Command header;
        try {
            header = reader.readPDUHeader(in);
        } catch (InvalidCommandLengthException e) {
            throw new IOException("frame is too short", e);
        }
        if (header.getCommandLength() > MAX_FRAME) {
            throw new IOException("frame is too long");
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
