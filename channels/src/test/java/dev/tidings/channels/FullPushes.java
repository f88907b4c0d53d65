package dev.tidings.channels;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.PushSize;
import java.util.List;
import java.util.function.IntFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Generates pushes that are just within the accepted size: smaller ones would prove nothing. */
public final class FullPushes {
    /** Characters of one to four bytes, and some that JSON has to escape. */
    private static final List<String> PIECES =
            List.of("x", "\"", "\\", "\n", "\u0001", "\u001f", "\u007f", "é", "\u2028", "€", "漢", "\uD83D\uDE00", "/");

    /** Values that some JSON writers lengthen. */
    private static final List<String> VALUES = List.of(
            "1e6",
            "1.10",
            "-0",
            "0e9",
            "123456789012345678901234567890",
            "true",
            "null",
            "\"\"",
            "\"\\u0001\"",
            "\"\\u00e9\"",
            "\"é\\n\"",
            "[1e6,1E6,[ ]]",
            "{\"b\" : 1e22}",
            "{}");

    private FullPushes() {}

    public static Arbitrary<Message.Push> any() {
        return Combinators.combine(
                        texts().injectNull(0.3),
                        texts().injectNull(0.3),
                        texts().map(text -> "app:" + text).injectNull(0.3),
                        Arbitraries.of(VALUES).list().ofMaxSize(40),
                        Arbitraries.of(PIECES),
                        Arbitraries.of(VALUES),
                        Arbitraries.integers().between(0, 3))
                .as(FullPushes::filled);
    }

    private static Arbitrary<String> texts() {
        return Arbitraries.of(PIECES).list().ofMaxSize(100).map(pieces -> String.join("", pieces));
    }

    /** Fills up one text, or a list in the data. */
    private static Message.Push filled(
            String title, String body, String link, List<String> values, String piece, String value, int which) {
        return switch (which) {
            case 0 -> largest(n -> new Message.Push(piece.repeat(n), body, data(values), link));
            case 1 ->
                largest(n -> new Message.Push(title, piece.repeat(n), values.isEmpty() ? null : data(values), link));
            case 2 -> largest(n -> new Message.Push(title, body, null, "app:" + piece.repeat(n)));
            default -> largest(n -> new Message.Push(title, body, "{\"l\":[" + (value + ",").repeat(n) + "0]}", link));
        };
    }

    private static String data(List<String> values) {
        StringBuilder data = new StringBuilder("{");
        for (int i = 0; i < values.size(); i++) {
            data.append(i == 0 ? "" : ",").append("\"é").append(i).append("\":").append(values.get(i));
        }
        return data.append('}').toString();
    }

    private static Message.Push largest(IntFunction<Message.Push> of) {
        int fits = 0;
        int tooMany = PushSize.MAX_BYTES;
        while (tooMany - fits > 1) {
            int middle = (fits + tooMany) / 2;
            if (PushSize.of(of.apply(middle)) <= PushSize.MAX_BYTES) {
                fits = middle;
            } else {
                tooMany = middle;
            }
        }
        return of.apply(fits);
    }
}
