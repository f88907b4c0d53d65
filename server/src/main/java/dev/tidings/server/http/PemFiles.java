package dev.tidings.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a certificate chain and its private key from PEM files. Every error names the option and what was expected, never the key. */
final class PemFiles {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final byte[] SAMPLE = "sample".getBytes(US_ASCII);

    private PemFiles() {}

    /** A certificate chain, the server's own first, and its key. */
    record KeyPairFiles(X509Certificate[] chain, PrivateKey key) {}

    static KeyPairFiles read(String certificateFile, String keyFile) {
        X509Certificate[] chain = certificates(certificateFile);
        PrivateKey key = key(keyFile, chain[0].getPublicKey());
        return new KeyPairFiles(chain, key);
    }

    private static X509Certificate[] certificates(String file) {
        try {
            List<X509Certificate> chain = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(content(file, "http.tls.certificate")))
                    .stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (!chain.isEmpty()) {
                return chain.toArray(X509Certificate[]::new);
            }
        } catch (GeneralSecurityException malformed) {
            // Reported below.
        }
        throw invalid("http.tls.certificate", file, "a PEM file with BEGIN CERTIFICATE");
    }

    private static PrivateKey key(String file, PublicKey certified) {
        Matcher pem = KEY.matcher(new String(content(file, "http.tls.key"), US_ASCII));
        if (!pem.find()) {
            throw invalid(
                    "http.tls.key",
                    file,
                    "a PEM file with BEGIN PRIVATE KEY; convert other forms with openssl pkcs8 -topk8 -nocrypt");
        }
        try {
            PrivateKey key = KeyFactory.getInstance(certified.getAlgorithm())
                    .generatePrivate(
                            new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1))));
            if (belongTogether(key, certified)) {
                return key;
            }
        } catch (GeneralSecurityException | IllegalArgumentException malformed) {
            // Of another algorithm, or malformed.
        }
        throw invalid("http.tls.key", file, "the key of the certificate");
    }

    private static boolean belongTogether(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        String algorithm = switch (certified.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> certified.getAlgorithm();
        };
        Signature signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(SAMPLE);
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        signature.update(SAMPLE);
        return signature.verify(signed);
    }

    private static byte[] content(String file, String option) {
        if (file.isEmpty()) {
            throw new IllegalStateException(option
                    + ": got nothing, expected a PEM file; http.tls.certificate and http.tls.key need each other");
        }
        try {
            return Files.readAllBytes(Path.of(file));
        } catch (IOException e) {
            throw new IllegalStateException(option + ": " + file + " can't be read: " + e, e);
        }
    }

    private static IllegalStateException invalid(String option, String file, String expected) {
        return new IllegalStateException(option + ": got " + file + ", expected " + expected);
    }
}
