package dev.tidings.channels.webpush;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.EllipticCurve;
import java.util.Arrays;

/** Checks that a public key is a point on the curve P-256: that of a browser's subscription, and that of the VAPID key pair. */
final class P256 {
    private static final int COORDINATE_BYTES = 32;
    private static final int POINT_BYTES = 1 + 2 * COORDINATE_BYTES;
    private static final byte UNCOMPRESSED = 4;
    private static final BigInteger THREE = BigInteger.valueOf(3);
    private static final EllipticCurve CURVE = curve();
    private static final BigInteger PRIME = ((ECFieldFp) CURVE.getField()).getP();

    private P256() {}

    private static EllipticCurve curve() {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec("secp256r1"));
            return parameters.getParameterSpec(ECParameterSpec.class).getCurve();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java does not support P-256", e);
        }
    }

    /** Whether the bytes are a point on the curve. An invalid point would allow an attack on the private key. */
    static boolean isPoint(byte[] bytes) {
        if (bytes.length != POINT_BYTES || bytes[0] != UNCOMPRESSED) {
            return false;
        }
        BigInteger x = new BigInteger(1, Arrays.copyOfRange(bytes, 1, 1 + COORDINATE_BYTES));
        BigInteger y = new BigInteger(1, Arrays.copyOfRange(bytes, 1 + COORDINATE_BYTES, POINT_BYTES));
        if (x.compareTo(PRIME) >= 0 || y.compareTo(PRIME) >= 0) {
            return false;
        }
        BigInteger right = x.modPow(THREE, PRIME).add(CURVE.getA().multiply(x)).add(CURVE.getB());
        return y.multiply(y).mod(PRIME).equals(right.mod(PRIME));
    }
}
