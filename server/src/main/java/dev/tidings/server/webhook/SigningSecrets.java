package dev.tidings.server.webhook;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.core.meta.WebhookEndpoint;
import dev.tidings.server.config.Secret;
import dev.tidings.server.secret.Owner;
import dev.tidings.server.secret.Vault;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The secrets of endpoints: made, stored encrypted, and replaced without a moment at which neither is valid. */
final class SigningSecrets {
    /** Of all that are valid at a time: every request is signed with each of them. */
    private static final int MOST = 5;

    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<List<Stored>> TYPE = new TypeReference<>() {};

    private final Vault vault;

    SigningSecrets(Vault vault) {
        this.vault = vault;
    }

    /** As it stands in the encrypted JSON; until in milliseconds, or null. */
    private record Stored(String secret, Long until) {
        @Override
        public String toString() {
            return "Stored[secret [redacted], until " + until + "]";
        }
    }

    /** @param until from when it is not valid any more; empty for the present one */
    record Timed(Secret secret, Optional<Instant> until) {
        boolean validAt(Instant time) {
            return until.map(time::isBefore).orElse(true);
        }
    }

    /** As the receivers that follow Standard Webhooks want it. */
    static Secret fresh() {
        byte[] bytes = new byte[BYTES];
        RANDOM.nextBytes(bytes);
        return new Secret("whsec_" + Base64.getEncoder().encodeToString(bytes));
    }

    /** The new one in front; the present one is valid until then. */
    static List<Timed> rotated(List<Timed> before, Secret fresh, Instant now, Instant previousUntil) {
        List<Timed> all = new ArrayList<>();
        all.add(new Timed(fresh, Optional.empty()));
        before.stream()
                .map(timed -> timed.until().isPresent() ? timed : new Timed(timed.secret(), Optional.of(previousUntil)))
                .filter(timed -> timed.validAt(now))
                .limit(MOST - 1)
                .forEach(all::add);
        return all;
    }

    byte[] seal(String tenant, String id, List<Timed> secrets) {
        List<Stored> stored = secrets.stream()
                .map(timed -> new Stored(
                        timed.secret().reveal(),
                        timed.until().map(Instant::toEpochMilli).orElse(null)))
                .toList();
        try {
            return vault.seal(owner(tenant, id), JSON.writeValueAsBytes(stored));
        } catch (IOException e) {
            throw new IllegalStateException("the secrets of the endpoint " + id + " can't be written");
        }
    }

    /** @throws dev.tidings.server.secret.VaultException if they can't be read */
    List<Timed> open(WebhookEndpoint endpoint) {
        byte[] json = vault.open(owner(endpoint.tenant(), endpoint.id()), endpoint.secrets());
        try {
            return JSON.readValue(json, TYPE).stream()
                    .map(stored -> new Timed(
                            new Secret(stored.secret()),
                            Optional.ofNullable(stored.until()).map(Instant::ofEpochMilli)))
                    .toList();
        } catch (IOException e) {
            throw new IllegalStateException("the secrets of the endpoint " + endpoint.id() + " are no JSON");
        }
    }

    private static Owner owner(String tenant, String id) {
        return new Owner("webhook", tenant, id);
    }
}
