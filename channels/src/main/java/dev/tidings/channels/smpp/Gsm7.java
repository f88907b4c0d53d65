package dev.tidings.channels.smpp;

import java.io.ByteArrayOutputStream;
import java.util.Optional;

/** The alphabet of GSM (3GPP TS 23.038), one septet to a byte, as message centres take it. */
final class Gsm7 {
    static final byte ESCAPE = 0x1B;

    /** By septet. */
    private static final String BASIC = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001BÆæßÉ"
            + " !\"#¤%&'()*+,-./0123456789:;<=>?"
            + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§"
            + "¿abcdefghijklmnopqrstuvwxyzäöñüà";

    private static final String EXTENDED = "\f^{}\\[~]|€";
    private static final byte[] EXTENDED_SEPTETS = {0x0A, 0x14, 0x28, 0x29, 0x2F, 0x3C, 0x3D, 0x3E, 0x40, 0x65};

    private Gsm7() {}

    /** Empty if there is a character in the text that the alphabet does not have. */
    static Optional<byte[]> encode(String text) {
        ByteArrayOutputStream septets = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int basic = c == ESCAPE ? -1 : BASIC.indexOf(c);
            int extended = EXTENDED.indexOf(c);
            if (basic >= 0) {
                septets.write(basic);
            } else if (extended >= 0) {
                septets.write(ESCAPE);
                septets.write(EXTENDED_SEPTETS[extended]);
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(septets.toByteArray());
    }
}
