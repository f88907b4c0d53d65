package dev.tidings.server.webhook;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.core.metadata.WebhookEndpoint;
import dev.tidings.server.config.Secret;
import dev.tidings.server.secret.SecretOwner;
import dev.tidings.server.secret.Vault;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Generates, encrypts, decrypts and rotates the signing secrets of webhook endpoints. After a rotation the old secret stays valid for a
 * while. Signs nothing.
 */
final class SigningSecrets {
    /** The limit of secrets valid at a time: every request is signed with each of them. */
    private static final int MAX_VALID = 5;

    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<List<Stored>> TYPE = new TypeReference<>() {};

    private final Vault vault;

    SigningSecrets(Vault vault) {
        this.vault = vault;
    }

    /** The form in the encrypted JSON; until in milliseconds, or null. */
    private record Stored(String secret, Long until) {
        @Override
        public String toString() {
            return "Stored[secret [redacted], until " + until + "]";
        }
    }

    /**
     * A secret and the end of its validity.
     *
     * @param until from when it is not valid any more; empty for the current one
     */
    record ExpiringSecret(Secret secret, Optional<Instant> until) {
        boolean validAt(Instant time) {
            return until.map(time::isBefore).orElse(true);
        }
    }

    /** In the format of Standard Webhooks. */
    static Secret generate() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return new Secret("whsec_" + Base64.getEncoder().encodeToString(bytes));
    }

    /** The new secret comes first; the current one stays valid until the given time. */
    static List<ExpiringSecret> rotate(List<ExpiringSecret> before, Secret fresh, Instant now, Instant previousUntil) {
        List<ExpiringSecret> all = new ArrayList<>();
        all.add(new ExpiringSecret(fresh, Optional.empty()));
        before.stream()
                .map(expiringSecret -> expiringSecret.until().isPresent()
                        ? expiringSecret
                        : new ExpiringSecret(expiringSecret.secret(), Optional.of(previousUntil)))
                .filter(expiringSecret -> expiringSecret.validAt(now))
                .limit(MAX_VALID - 1)
                .forEach(all::add);
        return all;
    }

    byte[] seal(String tenant, String id, List<ExpiringSecret> secrets) {
        List<Stored> stored = secrets.stream()
                .map(expiringSecret -> new Stored(
                        expiringSecret.secret().reveal(),
                        expiringSecret.until().map(Instant::toEpochMilli).orElse(null)))
                .toList();
        try {
            return vault.seal(owner(tenant, id), JSON.writeValueAsBytes(stored));
        } catch (IOException e) {
            throw new IllegalStateException("secrets of endpoint " + id + " can't be encoded");
        }
    }

    /** @throws dev.tidings.server.secret.VaultException if they can't be read */
    List<ExpiringSecret> open(WebhookEndpoint endpoint) {
        byte[] json = vault.open(owner(endpoint.tenant(), endpoint.id()), endpoint.secrets());
        try {
            return JSON.readValue(json, TYPE).stream()
                    .map(stored -> new ExpiringSecret(
                            new Secret(stored.secret()),
                            Optional.ofNullable(stored.until()).map(Instant::ofEpochMilli)))
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException("secrets of endpoint " + endpoint.id() + " are not valid JSON");
        }
    }

    private static SecretOwner owner(String tenant, String id) {
        return new SecretOwner("webhook", tenant, id);
    }
}
