package dev.tidings.server.intake;

import dev.tidings.core.model.Content;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.InvalidRequestException;
import dev.tidings.server.validation.StrictJson;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Arrays;

/**
 * Parses the JSON of send requests into {@link SendRequest}s and validates them. Throws an {@code InvalidRequestException} with all errors
 * of a request. Thread-safe.
 */
public final class SendRequestParser {
    private final RequestLimits limits;
    private final InstantSource clock;

    public SendRequestParser(RequestLimits limits, InstantSource clock) {
        this.limits = limits;
        this.clock = clock;
    }

    /**
     * Parses a single request without an idempotency key.
     *
     * @throws InvalidRequestException with all errors
     */
    public SendRequest parse(byte[] json) {
        return read(json, 0, json.length, SendRequestReader.Origin.SINGLE, limits);
    }

    /**
     * Parses a single request with an idempotency key in a header: it may be a retry, so an expiry in the past is not an error yet.
     *
     * @throws InvalidRequestException with all other errors
     */
    public SendRequest parseKeyed(byte[] json) {
        return read(json, 0, json.length, SendRequestReader.Origin.KEYED, limits);
    }

    /**
     * Parses a line of a batch, which may have an idempotency key.
     *
     * @throws InvalidRequestException with all errors
     */
    public SendRequest parseLine(byte[] lines, int offset, int length) {
        return read(lines, offset, length, SendRequestReader.Origin.LINE, limits);
    }

    /** Parses a request accepted earlier, even if it has expired or limits have been lowered since. */
    public SendRequest parseAccepted(byte[] json) {
        return read(json, 0, json.length, SendRequestReader.Origin.ACCEPTED, RequestLimits.none());
    }

    /** Parses only the content of a request accepted earlier. */
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
