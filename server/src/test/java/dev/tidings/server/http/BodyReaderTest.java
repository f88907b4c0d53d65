package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.server.limits.Permits;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of the memory budget that all request bodies share. */
class BodyReaderTest {
    private static final int MAX_BYTES = 16 << 20;

    private final Permits permits = new Permits(MAX_BYTES);
    private final Timeouts open = new Timeouts(Duration.ofMinutes(1));
    private byte[] complete;
    private ProblemException failure;

    /** A body being received, and the handlers that get its chunks. */
    private final class Arriving implements BodyReader.BodyListener {
        private final Map<String, Handler<Object>> handlers = new HashMap<>();
        private final BodyReader reader = new BodyReader(request(), MAX_BYTES, permits, open, this);

        @SuppressWarnings("unchecked")
        private HttpServerRequest request() {
            return (HttpServerRequest) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {HttpServerRequest.class}, (proxy, method, args) -> {
                        handlers.put(method.getName(), (Handler<Object>) args[0]);
                        return proxy;
                    });
        }

        void part(byte[] bytes) {
            handlers.get("handler").handle(Buffer.buffer(bytes));
        }

        void end() {
            handlers.get("endHandler").handle(null);
        }

        @Override
        public void complete(byte[] body) {
            complete = body;
        }

        @Override
        public void failed(ProblemException problem) {
            failure = problem;
        }

        @Override
        public void disconnected() {}
    }

    @Test
    void announcedLength_reservesNoMemory() {
        for (int i = 0; i < 32; i++) {
            new Arriving().reader.start(MAX_BYTES);
        }
        assertThat(failure).isNull();
        assertThat(permits.used()).isLessThanOrEqualTo(32 * (64 << 10));
    }

    @Test
    void body_reservesItsLengthAndReleasesIt() {
        byte[] sent = new byte[1_000_003];
        sent[sent.length - 1] = 7;
        Arriving body = new Arriving();
        body.reader.start(sent.length);
        for (int from = 0; from < sent.length; from += 10_000) {
            body.part(java.util.Arrays.copyOfRange(sent, from, Math.min(sent.length, from + 10_000)));
        }
        assertThat(permits.used()).isEqualTo(sent.length);
        body.end();
        assertThat(complete).isEqualTo(sent);
        body.reader.release();
        assertThat(permits.used()).isZero();
    }

    @Test
    void bodyOfUnknownLength_growsToTheMaximum() {
        Arriving body = new Arriving();
        body.reader.start(-1);
        body.part(new byte[MAX_BYTES - 1]);
        body.part(new byte[1]);
        assertThat(failure).isNull();
        body.part(new byte[1]);
        assertThat(failure.getMessage()).contains("expected at most " + MAX_BYTES);
    }
}
