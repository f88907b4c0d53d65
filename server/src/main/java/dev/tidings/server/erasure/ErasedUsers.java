package dev.tidings.server.erasure;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The erased users and the deleted tenants with the time of their erasure, in memory. A user is known by a keyed hash, so that neither this
 * nor the stored erasures reveal who was erased. What was accepted before the erasure must not be delivered after it; a user may be created
 * anew, and so may a tenant once its deletion is complete. What calls in flight accept until then is dropped.
 */
public final class ErasedUsers {
    private static final String ALGORITHM = "HmacSHA256";

    /** How an occurrence of a recurring schedule names its source. */
    private static final String RECURRING = "recurring:";

    /** The id of an occurrence has the time at which it is due. It is planned up to this long before, clock skew included. */
    private static final Duration MAX_PLANNED_AHEAD = Duration.ofMinutes(3);

    private final List<byte[]> keys;
    private final Map<String, Map<String, Instant>> byTenant = new ConcurrentHashMap<>();
    /** Deleted tenants, and until when what was accepted is gone. */
    private final Map<String, Instant> tenants = new ConcurrentHashMap<>();
    /** The number of erasures and deletions that were added. */
    private final AtomicLong version = new AtomicLong();

    /** @param keys derived from the keys of the vault; the first one hashes, all of them are tried */
    public ErasedUsers(List<byte[]> keys, Collection<Erasure> erasures) {
        this.keys = List.copyOf(keys);
        erasures.forEach(this::add);
    }

    /** The same keys with other erasures. */
    public ErasedUsers of(Collection<Erasure> erasures) {
        return new ErasedUsers(keys, erasures);
    }

    public void add(Erasure erasure) {
        if (erasure.isOfTenant()) {
            tenants.put(erasure.tenant(), erasure.completedAt().orElse(Instant.MAX));
            // Covered by the deletion. Users of a new tenant with the same ids are others.
            byTenant.remove(erasure.tenant());
        } else {
            byTenant.computeIfAbsent(erasure.tenant(), any -> new ConcurrentHashMap<>())
                    .merge(erasure.userHash(), erasure.erasedAt(), (a, b) -> a.isAfter(b) ? a : b);
        }
        // Last: a check that has not seen the change must have an older version.
        version.incrementAndGet();
    }

    /** Changes with every erasure and deletion: what was checked at another version has to be checked again. */
    public long version() {
        return version.get();
    }

    /** Whether the tenant has erased any user, or was deleted: the others need no further check. */
    public boolean hasAny(String tenant) {
        return byTenant.containsKey(tenant) || tenants.containsKey(tenant);
    }

    /** Whether the tenant is being deleted: then it does not exist, and nothing is accepted for it. */
    public boolean isBeingDeleted(String tenant) {
        return Instant.MAX.equals(tenants.get(tenant));
    }

    /** Whether something of a tenant that was accepted at a time is gone since, because the tenant was deleted. */
    public boolean isErased(String tenant, Instant acceptedAt) {
        Instant until = tenants.get(tenant);
        return until != null && acceptedAt.isBefore(until);
    }

    /** Whether something about a user that was accepted at a time has been erased since, alone or with the tenant. */
    public boolean isErased(UserKey user, Instant acceptedAt) {
        return isErased(user.tenant(), acceptedAt)
                || erasedAt(user).filter(acceptedAt::isBefore).isPresent();
    }

    public boolean isErased(String tenant, String user, Instant acceptedAt) {
        return hasAny(tenant) && isErased(new UserKey(tenant, user), acceptedAt);
    }

    /** Whether a notification was accepted, or planned as an occurrence, before its user was erased. */
    public boolean isErased(UserKey user, Notification n) {
        return isErased(user, acceptedAt(n.id(), n.source()));
    }

    /**
     * A time before which a notification was not accepted.
     *
     * @param source the id of an API key, or the name of a recurring schedule
     */
    public static Instant acceptedAt(UUID notification, String source) {
        Instant time = UuidV7.time(notification);
        return source != null && source.startsWith(RECURRING) ? beforePlanning(time) : time;
    }

    /** The earliest time at which an occurrence that is due at a time may have been planned. */
    public static Instant beforePlanning(Instant due) {
        return due.minus(MAX_PLANNED_AHEAD);
    }

    /** The time that counts for something written later than what it is about. */
    public static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /** The time of the last erasure of a user, apart from a deletion of the tenant. */
    public Optional<Instant> erasedAt(UserKey user) {
        Map<String, Instant> erased = byTenant.get(user.tenant());
        if (erased == null) {
            return Optional.empty();
        }
        Instant latest = null;
        for (byte[] key : keys) {
            Instant at = erased.get(hash(key, user));
            latest = at == null || latest != null && latest.isAfter(at) ? latest : at;
        }
        return Optional.ofNullable(latest);
    }

    /** The hash by which an erasure names a user. */
    public String hash(UserKey user) {
        return hash(keys.get(0), user);
    }

    /** The name of an erased user in the audit log. */
    public String pseudonym(UserKey user) {
        return "erased-" + hash(user).substring(0, 16);
    }

    /** Whether a hash was made of this user, with any of the keys. */
    public boolean isHash(String hash, UserKey user) {
        return keys.stream().anyMatch(key -> hash(key, user).equals(hash));
    }

    private static String hash(byte[] key, UserKey user) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            byte[] tenant = user.tenant().getBytes(UTF_8);
            // With its length, so that no two pairs of texts hash the same bytes.
            mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, tenant.length));
            mac.update(tenant);
            return HexFormat.of().formatHex(mac.doFinal(user.user().getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(ALGORITHM + " is not available", e);
        }
    }
}
