package dev.tidings.server.intake;

import dev.tidings.core.model.Content;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Arrays;

/** Understands requests to send, and says everything that is wrong with one that it refuses. For any number of threads. */
public final class SendRequestParser {
    private final RequestLimits limits;
    private final InstantSource clock;

    public SendRequestParser(RequestLimits limits, InstantSource clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /**
     * A request of its own, without an idempotency key.
     *
     * @throws InvalidRequestException with everything that is wrong
     */
    public SendRequest parse(byte[] json) {
        return read(json, 0, json.length, SendRequestReader.Origin.SINGLE, limits);
    }

    /**
     * A request of its own, whose idempotency key is in a header: it may be a repeat, so that it has expired is only noted.
     *
     * @throws InvalidRequestException with everything else that is wrong
     */
    public SendRequest parseKeyed(byte[] json) {
        return read(json, 0, json.length, SendRequestReader.Origin.KEYED, limits);
    }

    /**
     * A line of a batch, which may carry its idempotency key.
     *
     * @throws InvalidRequestException with everything that is wrong
     */
    public SendRequest parseLine(byte[] lines, int offset, int length) {
        return read(lines, offset, length, SendRequestReader.Origin.LINE, limits);
    }

    /** What was accepted before: as it is, even if it has expired or limits have been lowered since. */
    public SendRequest reread(byte[] json) {
        return read(json, 0, json.length, SendRequestReader.Origin.ACCEPTED, RequestLimits.none());
    }

    /** The same, if only what it says is of interest. */
    public Content content(byte[] json) {
        return ContentReader.read(json);
    }

    private SendRequest read(
            byte[] bytes, int offset, int length, SendRequestReader.Origin origin, RequestLimits applied) {
        FieldErrors errors = new FieldErrors();
        try (StrictJson json = new StrictJson(bytes, offset, length)) {
            try {
                SendRequestReader reader = new SendRequestReader(json, errors, origin, applied, clock);
                reader.read(bytes, offset);
                errors.throwIfAny();
                boolean whole = offset == 0 && length == bytes.length;
                return reader.request(whole ? bytes : Arrays.copyOfRange(bytes, offset, offset + length));
            } catch (IOException unreadable) {
                throw json.unreadable(unreadable, errors);
            }
        } catch (IOException impossible) {
            throw new IllegalStateException("reading from memory", impossible);
        }
    }
}
