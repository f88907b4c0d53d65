package dev.tidings.server.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.server.config.Config;
import dev.tidings.server.validation.InvalidRequestException;
import dev.tidings.server.validation.TextChecks;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Fuzz tests of the parser: any bytes are accepted or refused, and an accepted request is valid JSON to this and other parsers. */
class ParserFuzzTest {
    private static final List<String> VALID = List.of(
            "{\"to\":{\"user\":\"u\"},\"title\":\"t\"}",
            "{\"type\":\"order_shipped\",\"to\":{\"users\":[\"a\",\"b\"]},\"data\":{\"a\":[1,-2.5e3,null,true,{\"ü\":\"\\u00e9\\ud83d\\ude00\"}]},\"channels\":[\"in_app\",\"email\"],\"title\":\"Shipped"
                    + " 😀\",\"body\":\"On its way\",\"deepLink\":\"app://orders/42\","
                    + "\"priority\":\"high\",\"locale\":\"pt-BR\",\"expiresAt\":\"2030-11-16T00:00:00.5+02:00\"}",
            "{\"to\":{\"users\":[\"a\"]},\"title\":\"t\",\"sendAtLocal\":\"2030-12-24T18:00:00.25\",\"zone\":\"Europe/Berlin\"}",
            "{\"to\":{\"user\":\"a\"},\"title\":\"t\",\"sendAt\":\"2030-12-24T18:00:00+01:00\"}",
            "{\"to\":{\"user\":\"a\"},\"title\":\"t\",\"delay\":\"P1DT2H3M4.5S\"}",
            "{ \"to\" : { \"user\" : \"\\\"\\\\\\/\\b\\f\\t\" } , \"data\" : { } }");

    private static final byte[] TOKENS = "{}[]\",:\\/0123456789.eE+-tfnul \n\t".getBytes(UTF_8);

    private final ObjectMapper another = new ObjectMapper();
    private final SendRequestParser parser = new SendRequestParser(
            RequestLimits.of(Config.defaults().limits()), InstantSource.fixed(Instant.parse("2026-11-15T12:00:00Z")));

    @Property(tries = 5_000)
    void anyBytes_areAcceptedOrRefused(@ForAll byte[] bytes) {
        tryAll(bytes);
    }

    @Property(tries = 5_000)
    void anyText_isAcceptedOrRefused(@ForAll String text) {
        tryAll(text.getBytes(UTF_8));
    }

    @Property(tries = 20_000)
    void mutatedRequest_isAcceptedOrRefused(@ForAll("mutated") byte[] bytes) {
        tryAll(bytes);
    }

    @Provide
    Arbitrary<byte[]> mutated() {
        Arbitrary<Byte> token =
                Arbitraries.integers().between(0, TOKENS.length - 1).map(i -> TOKENS[i]);
        Arbitrary<Byte> replacement = Arbitraries.oneOf(token, Arbitraries.bytes());
        Arbitrary<List<Integer>> places =
                Arbitraries.integers().between(0, 10_000).list().ofMinSize(1).ofMaxSize(4);
        return Combinators.combine(
                        Arbitraries.of(VALID),
                        places,
                        replacement,
                        Arbitraries.integers().between(0, 3))
                .as(ParserFuzzTest::mutate);
    }

    /** Replaces, inserts, removes or truncates. */
    private static byte[] mutate(String valid, List<Integer> places, byte with, int how) {
        byte[] bytes = valid.getBytes(UTF_8);
        for (int place : places) {
            if (bytes.length == 0) {
                return bytes;
            }
            int at = place % bytes.length;
            java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
            out.write(bytes, 0, at);
            if (how <= 1) {
                out.write(with);
            }
            int rest = how == 1 ? at : at + 1;
            if (how < 3) {
                out.write(bytes, rest, bytes.length - rest);
            }
            bytes = out.toByteArray();
        }
        return bytes;
    }

    private void tryAll(byte[] bytes) {
        Optional<SendRequest> single = parsed(() -> parser.parse(bytes));
        single.ifPresent(request -> {
            assertThat(parser.parseAccepted(request.json()))
                    .usingRecursiveComparison()
                    .isEqualTo(request);
            assertValidForOtherParsers(request);
        });
        byte[] padded = new byte[bytes.length + 2];
        System.arraycopy(bytes, 0, padded, 1, bytes.length);
        Optional<SendRequest> line = parsed(() -> parser.parseLine(padded, 1, bytes.length));
        assertThat(line.isPresent() || single.isEmpty())
                .as("a line accepts everything that a request accepts")
                .isTrue();
    }

    private void assertValidForOtherParsers(SendRequest request) {
        try {
            var tree = another.readTree(request.json());
            assertThat(tree.path("title").asText(null))
                    .isEqualTo(request.content().title());
            if (request.content().data() != null) {
                assertThat(another.readTree(request.content().data())).isEqualTo(tree.path("data"));
            }
        } catch (IOException e) {
            throw new AssertionError("accepted, but invalid JSON for other parsers", e);
        }
    }

    private static Optional<SendRequest> parsed(java.util.function.Supplier<SendRequest> parse) {
        try {
            return Optional.of(parse.get());
        } catch (InvalidRequestException refused) {
            assertThat(refused.errors()).isNotEmpty().allSatisfy(error -> {
                assertThat(error.expected()).isNotBlank();
                assertThat(TextChecks.isClean(error.pointer())).isTrue();
                assertThat(error.value() == null || TextChecks.isClean(error.value()))
                        .isTrue();
            });
            return Optional.empty();
        }
    }
}
