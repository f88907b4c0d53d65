package dev.tidings.core.delivery;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Optional;

/**
 * Encodes text in the GSM 7-bit alphabet (3GPP TS 23.038) for {@link SmsSegments}, one septet to a byte, as SMS centres expect it. Returns
 * empty if a character is not in the alphabet.
 */
final class Gsm7 {
    static final byte ESCAPE = 0x1B;

    /** Indexed by septet. */
    private static final String BASIC = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001BÆæßÉ"
            + " !\"#¤%&'()*+,-./0123456789:;<=>?"
            + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§"
            + "¿abcdefghijklmnopqrstuvwxyzäöñüà";

    private static final String EXTENDED = "\f^{}\\[~]|€";
    private static final byte[] EXTENDED_SEPTETS = {0x0A, 0x14, 0x28, 0x29, 0x2F, 0x3C, 0x3D, 0x3E, 0x40, 0x65};

    private static final int NONE = -1;
    private static final int EXTENSION = 0x80;
    /** Indexed by character: long texts are counted while a request waits, so encoding must not search. */
    private static final short[] SEPTETS = new short['€' + 1];

    static {
        Arrays.fill(SEPTETS, (short) NONE);
        for (int i = 0; i < BASIC.length(); i++) {
            SEPTETS[BASIC.charAt(i)] = (short) i;
        }
        SEPTETS[ESCAPE] = NONE;
        for (int i = 0; i < EXTENDED.length(); i++) {
            SEPTETS[EXTENDED.charAt(i)] = (short) (EXTENSION | EXTENDED_SEPTETS[i]);
        }
    }

    private Gsm7() {}

    /** Empty if the text has a character outside the alphabet. */
    static Optional<byte[]> encode(String text) {
        ByteArrayOutputStream septets = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int septet = c < SEPTETS.length ? SEPTETS[c] : NONE;
            if (septet == NONE) {
                return Optional.empty();
            }
            if (septet >= EXTENSION) {
                septets.write(ESCAPE);
            }
            septets.write(septet & ~EXTENSION);
        }
        return Optional.of(septets.toByteArray());
    }
}
