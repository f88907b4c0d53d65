package dev.tidings.channels.webpush;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The receiving side of RFC 8291, implemented with the JDK: decrypts as a browser does. */
final class Browser {
    private static final int SALT_BYTES = 16;
    private static final int TAG_BYTES = 16;
    private static final byte LAST_RECORD = 2;

    private final ECPrivateKey privateKey;
    private final byte[] publicKey;
    private final byte[] auth;

    private Browser(ECPrivateKey privateKey, byte[] publicKey, byte[] auth) {
        this.privateKey = privateKey;
        this.publicKey = publicKey;
        this.auth = auth;
    }

    static Browser create() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair keys = generator.generateKeyPair();
        byte[] auth = new byte[16];
        new SecureRandom().nextBytes(auth);
        return new Browser((ECPrivateKey) keys.getPrivate(), uncompressed((ECPublicKey) keys.getPublic()), auth);
    }

    static Browser of(String privateKey, String publicKey, String auth) throws GeneralSecurityException {
        ECParameterSpec curve = create().privateKey.getParams();
        ECPrivateKeySpec key = new ECPrivateKeySpec(new BigInteger(1, decoded(privateKey)), curve);
        return new Browser(
                (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(key), decoded(publicKey), decoded(auth));
    }

    String subscription(String endpoint) {
        return "{\"endpoint\":\"%s\",\"p256dh\":\"%s\",\"auth\":\"%s\"}"
                .formatted(endpoint, encoded(publicKey), encoded(auth));
    }

    String decrypted(byte[] body) throws GeneralSecurityException {
        ByteBuffer head = ByteBuffer.wrap(body);
        byte[] salt = new byte[SALT_BYTES];
        head.get(salt);
        int recordSize = head.getInt();
        byte[] senderKey = new byte[head.get()];
        head.get(senderKey);
        byte[] record = new byte[head.remaining()];
        head.get(record);
        assertThat(record.length)
                .as("one record")
                .isLessThanOrEqualTo(recordSize)
                .isGreaterThan(TAG_BYTES);

        KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
        agreement.init(privateKey);
        agreement.doPhase(publicKey(senderKey), true);
        byte[] info = joined("WebPush: info\0".getBytes(UTF_8), publicKey, senderKey);
        byte[] secret = hkdf(auth, agreement.generateSecret(), info, 32);
        byte[] key = hkdf(salt, secret, "Content-Encoding: aes128gcm\0".getBytes(UTF_8), 16);
        byte[] nonce = hkdf(salt, secret, "Content-Encoding: nonce\0".getBytes(UTF_8), 12);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(8 * TAG_BYTES, nonce));
        byte[] plain = cipher.doFinal(record);
        int end = plain.length - 1;
        while (plain[end] == 0) {
            end--;
        }
        assertThat(plain[end]).as("the end of the last record").isEqualTo(LAST_RECORD);
        return new String(plain, 0, end, UTF_8);
    }

    private static byte[] hkdf(byte[] salt, byte[] input, byte[] info, int length) throws GeneralSecurityException {
        byte[] extracted = hmac(salt, input);
        return Arrays.copyOf(hmac(extracted, joined(info, new byte[] {1})), length);
    }

    private static byte[] hmac(byte[] key, byte[] data) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(data);
    }

    static ECPublicKey publicKey(byte[] point) throws GeneralSecurityException {
        BigInteger x = new BigInteger(1, Arrays.copyOfRange(point, 1, 33));
        BigInteger y = new BigInteger(1, Arrays.copyOfRange(point, 33, 65));
        ECParameterSpec curve = create().privateKey.getParams();
        return (ECPublicKey) KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(new ECPoint(x, y), curve));
    }

    static byte[] uncompressed(ECPublicKey key) {
        return joined(
                new byte[] {4}, fixed(key.getW().getAffineX()), fixed(key.getW().getAffineY()));
    }

    static byte[] fixed(BigInteger number) {
        byte[] bytes = number.toByteArray();
        byte[] fixed = new byte[32];
        int from = Math.max(0, bytes.length - fixed.length);
        System.arraycopy(bytes, from, fixed, fixed.length - (bytes.length - from), bytes.length - from);
        return fixed;
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    static byte[] decoded(String base64) {
        return Base64.getUrlDecoder().decode(base64);
    }
}
