package dev.tidings.server.hot;

import dev.tidings.core.hot.Admission;
import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.hot.LiveNumber;
import dev.tidings.core.hot.OwnerEpoch;
import dev.tidings.core.hot.RateWindow;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.UserKey;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Faults of a hot state, each with the contract test that must detect it. */
enum BrokenHotState {
    CACHES_ANY_VALUE("CountFences", "changeDuringARead_preventsCaching"),
    CACHES_OLD_PREFERENCES("PreferenceFences", "knownChangeDuringARead_preventsCaching"),
    CACHES_OLD_ADDRESSES("ContactFences", "knownChangeDuringARead_preventsCaching"),
    TAKES_NO_CONTACT_LEASE("ContactCache", "nothingIsFoundDuringAChange"),
    TAKES_NO_COUNT_LEASE("CountFences", "valueReadBeforeAChange_isNotCached"),
    LEASES_NEVER_EXPIRE("PreferenceFences", "unendedChange_expiresWithItsLease"),
    UNKNOWN_OUTCOME_KEEPS_THE_VALUE("CountFences", "unknownOutcome_dropsTheCachedValue"),
    LOSES_NOTHING("CountFences", "nothingCachedBeforeALoss_isFound"),
    COUNTS_REPLAYS("Windows", "aReplayIsCountedOnce"),
    FORGETS_WHAT_IT_ADMITTED("Windows", "noMoreThanTheLimit"),
    TICKETS_ARE_VALID_TWICE("Tickets", "isValidOnce"),
    PUBLISHES_ONLY_UNKNOWN_CHANGES("Live", "changesAreReceivedInOrder"),
    NUMBERS_STAND_STILL("Live", "updatesOneAfterTheOther_followEachOther"),
    REFUSES_NO_FORMER_OWNER("Counts", "formerOwner_isRefused"),
    COUNTS_FORMER_OWNERS("Counts", "ownerWhoseSuccessorWrites_doesNotCount"),
    TRUSTS_NEW_OWNERS("Counts", "newOwner_dropsTheCountForALease"),
    TAKES_MARKS_FOR_ADDITIONS("Counts", "overlappingComputedChanges_dropTheCount"),
    FORGETS_NOTHING("PreferenceFences", "forgottenTenant_isNotFound"),
    MIXES_TENANTS("CountFences", "usersAndTenantsNeverMix");

    final String theme;
    final String noticedBy;

    BrokenHotState(String theme, String noticedBy) {
        this.theme = theme;
        this.noticedBy = noticedBy;
    }

    /** Wraps a part of a correct hot state with the fault. */
    <T> T around(T part, Class<T> port) {
        Object broken = Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, (proxy, method, given) -> {
            Object[] arguments = given == null ? new Object[0] : given.clone();
            Object answer = fault(part, method.getName(), arguments);
            try {
                return answer != null ? answer : method.invoke(part, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
        return port.cast(broken);
    }

    @SuppressWarnings("unchecked")
    FencedCache<Contact> aroundContacts(FencedCache<Contact> part) {
        return (FencedCache<Contact>)
                around((FencedCache<?>) part, (Class<FencedCache<?>>) (Class<?>) FencedCache.class);
    }

    /** The faulty answer, or null to proceed with the arguments, which may have been changed. */
    private Object fault(Object part, String call, Object[] arguments) {
        switch (this) {
            case CACHES_ANY_VALUE, CACHES_OLD_PREFERENCES, CACHES_OLD_ADDRESSES -> {
                if (call.equals("putIfUnchanged") && part instanceof MemoryCache<?> cache) {
                    arguments[1] = cache.find((UserKey) arguments[0]).join().version();
                }
            }
            case TAKES_NO_COUNT_LEASE, TAKES_NO_CONTACT_LEASE -> {
                if (call.equals("beginChange")) {
                    return CompletableFuture.completedFuture(CacheVersion.NONE);
                }
            }
            case UNKNOWN_OUTCOME_KEEPS_THE_VALUE -> {
                if (call.equals("changedUnknown") && part instanceof MemoryUnreadCounts counts) {
                    return counts.changed((UserKey) arguments[0], (CacheVersion) arguments[1], before -> before);
                }
            }
            case COUNTS_REPLAYS -> {
                if (call.equals("admit")) {
                    arguments[1] = UUID.randomUUID();
                }
            }
            case FORGETS_WHAT_IT_ADMITTED -> {
                if (call.equals("admit") && part instanceof MemoryWindows windows) {
                    Admission answer = windows.admit((RateWindow) arguments[0], (UUID) arguments[1], Integer.MAX_VALUE)
                            .join();
                    return CompletableFuture.completedFuture(answer);
                }
            }
            case TICKETS_ARE_VALID_TWICE -> {
                if (call.equals("redeem") && part instanceof MemoryTickets tickets) {
                    Optional<String> taken =
                            tickets.redeem((String) arguments[0]).join();
                    taken.ifPresent(value -> tickets.issue((String) arguments[0], value, Duration.ofHours(1)));
                    return CompletableFuture.completedFuture(taken);
                }
            }
            case PUBLISHES_ONLY_UNKNOWN_CHANGES -> {
                if (call.equals("changed") && part instanceof MemoryUnreadCounts counts) {
                    return counts.changedUnknown((UserKey) arguments[0], (CacheVersion) arguments[1]);
                }
            }
            case REFUSES_NO_FORMER_OWNER, COUNTS_FORMER_OWNERS, TRUSTS_NEW_OWNERS -> {
                if (call.equals("beginAdding")) {
                    arguments[1] = new OwnerEpoch(1, 0);
                }
            }
            case TAKES_MARKS_FOR_ADDITIONS -> {
                if (call.equals("beginChange") && part instanceof MemoryUnreadCounts counts) {
                    return counts.beginAdding((UserKey) arguments[0], new OwnerEpoch(1, 0));
                }
            }
            case NUMBERS_STAND_STILL -> {
                if (call.equals("numbers")) {
                    return CompletableFuture.completedFuture(List.of(new LiveNumber(1, 1)));
                }
            }
            case MIXES_TENANTS -> {
                if (arguments.length > 0 && arguments[0] instanceof UserKey user) {
                    arguments[0] = new UserKey("", user.user());
                }
            }
            default -> {}
        }
        return null;
    }
}
