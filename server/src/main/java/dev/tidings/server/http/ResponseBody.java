package dev.tidings.server.http;

import io.netty.buffer.Unpooled;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import java.nio.ByteBuffer;

/**
 * Sends the body of a response without copying it. A large one is sent in slices as the client reads, so that a client that doesn't read
 * holds one slice and not the whole body in the memory of the server.
 */
final class ResponseBody {
    private static final int SLICE_BYTES = 64 << 10;

    private final HttpServerResponse response;
    private final ByteBuffer rest;

    private ResponseBody(HttpServerResponse response, ByteBuffer body) {
        this.response = response;
        this.rest = body.duplicate();
    }

    /** Ends the response with this body, which may be shared. */
    static void send(HttpServerResponse response, ByteBuffer body) {
        if (body.remaining() <= SLICE_BYTES) {
            response.end(wrap(body));
            return;
        }
        response.putHeader(HeaderNames.CONTENT_LENGTH, Integer.toString(body.remaining()));
        ResponseBody sliced = new ResponseBody(response, body);
        response.drainHandler(written -> sliced.sendWhileWritable());
        sliced.sendWhileWritable();
    }

    private void sendWhileWritable() {
        while (!response.ended() && !response.closed() && !response.writeQueueFull()) {
            ByteBuffer slice = rest.slice(rest.position(), Math.min(SLICE_BYTES, rest.remaining()));
            rest.position(rest.position() + slice.remaining());
            if (rest.hasRemaining()) {
                response.write(wrap(slice));
            } else {
                response.end(wrap(slice));
            }
        }
    }

    private static Buffer wrap(ByteBuffer bytes) {
        return BufferInternal.buffer(Unpooled.wrappedBuffer(bytes));
    }
}
