package dev.tidings.testkit.delivery.simulator;

import static dev.tidings.testkit.delivery.simulator.ApiViolationException.check;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A simulator of Google's OAuth 2.0 token endpoint for service accounts, part of {@link FcmServer}: exchanges a signed assertion for
 * an access token.
 */
final class GoogleTokens {
    static final Duration LIFETIME = Duration.ofSeconds(3_599);

    private static final String SCOPE = "https://www.googleapis.com/auth/firebase.messaging";
    private static final String KEY_ID = "0a1b2c3d4e5f";
    private static final String EMAIL = "tidings@example-project.iam.gserviceaccount.com";
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Shared, as generating a key pair takes longer than most tests. */
    private static final KeyPair KEYS = keys();

    private final InstantSource clock;
    private final Map<String, Instant> tokens = new ConcurrentHashMap<>();
    private final AtomicInteger requests = new AtomicInteger();

    GoogleTokens(InstantSource clock) {
        this.clock = clock;
    }

    /** The JSON key file of the service account, as from the Google Cloud console. */
    static String serviceAccount(String project, String tokenUri) {
        String pem = "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'})
                        .encodeToString(KEYS.getPrivate().getEncoded())
                + "\n-----END PRIVATE KEY-----\n";
        return JSON.createObjectNode()
                .put("type", "service_account")
                .put("project_id", project)
                .put("private_key_id", KEY_ID)
                .put("private_key", pem)
                .put("client_email", EMAIL)
                .put("client_id", "123456789012345678901")
                .put("token_uri", tokenUri)
                .toString();
    }

    String issue(ReceivedRequest request, String tokenUri) throws ApiViolationException {
        requests.incrementAndGet();
        check(request.method().equals("POST"), "grant", "POST");
        check(request.contentType().equals("application/x-www-form-urlencoded"), "grant", "a form");
        Map<String, String> form = request.form();
        check(form.keySet().equals(Set.of("grant_type", "assertion")), "grant", "grant_type and assertion");
        check(
                form.get("grant_type").equals("urn:ietf:params:oauth:grant-type:jwt-bearer"),
                "grant",
                "the type of RFC 7523");
        checkAssertion(form.get("assertion"), tokenUri);
        String token = "ya29." + UUID.randomUUID();
        tokens.put(token, clock.instant().plus(LIFETIME));
        return JSON.createObjectNode()
                .put("access_token", token)
                .put("expires_in", LIFETIME.toSeconds())
                .put("token_type", "Bearer")
                .toString();
    }

    private void checkAssertion(String assertion, String tokenUri) throws ApiViolationException {
        String[] parts = assertion.split("\\.");
        check(parts.length == 3, "grant", "a JWT");
        JsonNode head = json(parts[0]);
        check(head.path("alg").asText().equals("RS256"), "grant", "RS256");
        check(head.path("kid").asText(KEY_ID).equals(KEY_ID), "grant", "the key's id");
        check(signed(parts), "grant", "a signature with the account's key");
        JsonNode claims = json(parts[1]);
        check(claims.path("iss").asText().equals(EMAIL), "grant", "the account's mailbox as iss");
        check(claims.path("aud").asText().equals(tokenUri), "grant", "the token's URL as aud");
        check(claims.path("scope").asText().equals(SCOPE), "grant", SCOPE);
        long issued = claims.path("iat").asLong();
        long expires = claims.path("exp").asLong();
        long now = clock.instant().getEpochSecond();
        check(
                expires > now && expires <= issued + 3_600 && issued <= now + 60,
                "grant",
                "at most an hour, and valid now");
    }

    private static boolean signed(String[] parts) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initVerify(KEYS.getPublic());
            signature.update((parts[0] + "." + parts[1]).getBytes(UTF_8));
            return signature.verify(Base64.getUrlDecoder().decode(parts[2]));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    private static JsonNode json(String part) throws ApiViolationException {
        try {
            return JSON.readTree(Base64.getUrlDecoder().decode(part));
        } catch (IOException | IllegalArgumentException e) {
            throw new ApiViolationException("grant", "expected a JWT");
        }
    }

    boolean valid(String token) {
        Instant end = tokens.get(token);
        return end != null && clock.instant().isBefore(end);
    }

    void revokeAll() {
        tokens.clear();
    }

    int requests() {
        return requests.get();
    }

    private static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2_048);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
