package dev.tidings.metadata.sql;

import dev.tidings.core.metadata.DeviceRegistration;
import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.ProviderAccount;
import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.ResultPage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Metadata stores with one typical mistake each, and the contract test that should detect it. */
enum FaultyMetadataStore {
    TENANT_FORGOTTEN("users", "TenantsApart", "withTheSameUsers") {
        @Override
        Object call(Call call) throws Throwable {
            call.arguments[0] = "everybody";
            return call.proceed();
        }
    },
    TENANT_FORGOTTEN_IN_PREFERENCES("preferences", "TenantsApart", "withTheSameUsersPreferences") {
        @Override
        Object call(Call call) throws Throwable {
            call.arguments[0] = "everybody";
            return call.proceed();
        }
    },
    VERSION_STANDS_STILL("preferences", "PreferenceChanges", "versionGrows_evenIfAllChoicesAreReset") {
        @Override
        Object call(Call call) throws Throwable {
            return call.proceed() instanceof Preferences found && found.version() > 0
                    ? new Preferences(1, found.channels(), found.categories(), found.types())
                    : call.answer;
        }
    },
    TOKEN_WITH_TWO_OWNERS("devices", "Devices", "newOwner_takesOverTheToken") {
        @Override
        Object call(Call call) throws Throwable {
            if (call.is("put") && ((Optional<?>) call.arguments[3]).isPresent()) {
                DeviceRegistration given = (DeviceRegistration) call.arguments[2];
                call.arguments[2] = new DeviceRegistration(
                        given.id(), given.kind(), given.token() + " ", given.platform(), given.appVersion());
            }
            return call.proceed();
        }
    },
    TAKEN_FROM_UNKNOWN_OWNER("devices", "Devices", "takeover_requiresThePreviousOwner") {
        @Override
        Object call(Call call) throws Throwable {
            if (call.is("put")) {
                DeviceRegistration given = (DeviceRegistration) call.arguments[2];
                call.arguments[3] =
                        call.metadata.devices().owner((String) call.arguments[0], given.kind(), given.token());
            }
            return call.proceed();
        }
    },
    STALE_REPORT_ACCEPTED("devices", "Devices", "deviceRegisteredSince_staysActive") {
        @Override
        Object call(Call call) throws Throwable {
            return (call.is("deactivate") ? call.with(4, Instant.parse("2100-01-01T00:00:00Z")) : call).proceed();
        }
    },
    QUIET_HOURS_FORGOTTEN("preferences", "PreferenceChanges", "quietHoursStayUntilTheyAreChanged") {
        @Override
        Object call(Call call) throws Throwable {
            return call.proceed() instanceof Preferences found && found.version() > 1
                    ? new Preferences(found.version(), found.channels(), found.categories(), found.types())
                    : call.answer;
        }
    },
    CASE_IGNORED("types", "Identifiers", "ofTypesStayDifferent") {
        @Override
        Object call(Call call) throws Throwable {
            if (call.is("find")) {
                call.arguments[1] = ((String) call.arguments[1]).toLowerCase(Locale.ROOT);
            }
            return call.proceed();
        }
    },
    DELETED_FORGOTTEN("types", "Types", "deletedType_isRememberedAsItLastWas") {
        @Override
        Object call(Call call) throws Throwable {
            return call.is("deleted") ? List.of() : call.proceed();
        }
    },
    LAST_PROFILE_OVERWRITTEN("users", "Users", "replace_requiresTheExpectedProfile") {
        @Override
        Object call(Call call) throws Throwable {
            if (call.is("replace")) {
                UserProfile given = (UserProfile) call.arguments[1];
                call.arguments[1] = call.metadata
                        .users()
                        .find((String) call.arguments[0], given.user())
                        .orElse(given);
            }
            return call.proceed();
        }
    },
    LAST_TYPE_OVERWRITTEN("types", "Types", "replace_requiresTheExpectedType") {
        @Override
        Object call(Call call) throws Throwable {
            if (call.is("replace")) {
                NotificationType given = (NotificationType) call.arguments[2];
                call.arguments[1] = call.metadata.types().find((String) call.arguments[0], given.name());
            }
            return call.proceed();
        }
    },
    BULK_ONE_BY_ONE("users", "Users", "oneBadUserAmongManyLeavesNothingBehind") {
        @Override
        Object call(Call call) throws Throwable {
            if (call.is("put")) {
                for (Object user : (Collection<?>) call.arguments[1]) {
                    if (user == null) {
                        throw new MetadataException("no user", false, null);
                    }
                    call.with(1, List.of(user)).proceed();
                }
                return null;
            }
            return call.proceed();
        }
    },
    NEXT_AFTER_THE_LAST_PAGE("users", "Lists", "lastPageHasNoNextEvenIfItIsFull") {
        @Override
        Object call(Call call) throws Throwable {
            return call.proceed() instanceof ResultPage<?> part && part.items().size() == (int) call.arguments[2]
                    ? new ResultPage<>(part.items(), Optional.of("~"))
                    : call.answer;
        }
    },
    OTHERS_MAY_REVOKE("apiKeys", "TenantsApart", "otherTenants_cannotReachAKey") {
        @Override
        Object call(Call call) throws Throwable {
            if (call.is("revoke")) {
                call.arguments[0] = call.metadata
                        .apiKeys()
                        .find((String) call.arguments[1])
                        .orElseThrow()
                        .tenant();
            }
            return call.proceed();
        }
    },
    ONLY_THE_NEWEST_TEMPLATE("templates", "Templates", "put_addsARevisionAndKeepsTheOldOne") {
        @Override
        Object call(Call call) throws Throwable {
            if (call.is("at")) {
                call.arguments[2] = Integer.MAX_VALUE;
            }
            return call.proceed();
        }
    },
    TENANT_FORGOTTEN_IN_TEMPLATES("templates", "Templates", "tenantsNeverMeet") {
        @Override
        Object call(Call call) throws Throwable {
            call.arguments[0] = "everybody";
            return call.proceed();
        }
    },
    LAST_CHANGE_OVERWRITTEN("recurring", "Recurring", "aPutThatHasNotSeenTheLastChangeIsRefused") {
        @Override
        Object call(Call call) throws Throwable {
            if (call.is("put")) {
                RecurringSchedule given = (RecurringSchedule) call.arguments[0];
                call.arguments[0] = call.metadata
                        .recurring()
                        .find(given.tenant(), given.name())
                        .map(found -> withRevisionOf(given, found))
                        .orElse(given);
            }
            return call.proceed();
        }
    },
    PROGRESS_OF_ANOTHER_REVISION("recurring", "Recurring", "progressIsStoredOnlyForTheRevisionItIsOf") {
        @Override
        Object call(Call call) throws Throwable {
            if (call.is("advance")) {
                List<Object> changed = new ArrayList<>();
                for (Object each : (Collection<?>) call.arguments[0]) {
                    RecurringSchedule given = (RecurringSchedule) each;
                    changed.add(withRevisionOf(
                            given,
                            call.metadata
                                    .recurring()
                                    .find(given.tenant(), given.name())
                                    .orElse(given)));
                }
                call.arguments[0] = changed;
            }
            return call.proceed();
        }
    },
    HOLD_WITHOUT_A_FENCE("recurring", "Recurring", "hold_changesTheRevisionUntilTheNextPut") {
        @Override
        Object call(Call call) throws Throwable {
            return call.is("hold")
                    ? call.metadata.recurring().find((String) call.arguments[0], (String) call.arguments[1])
                    : call.proceed();
        }
    },
    ACCOUNT_OVERWRITTEN("providers", "Providers", "outdatedRevision_changesNothing") {
        @Override
        Object call(Call call) throws Throwable {
            if (call.is("put")) {
                ProviderAccount given = (ProviderAccount) call.arguments[0];
                call.arguments[0] = call.metadata
                        .providers()
                        .find(given.tenant(), given.name())
                        .map(found -> given.withRevision(found.revision()))
                        .orElse(given);
            }
            return call.proceed();
        }
    },
    MISSING_REPORTED_AS_DELETED("endpoints", "Endpoints", "areListedPerTenantAndDeleted") {
        @Override
        Object call(Call call) throws Throwable {
            return call.is("delete") ? Boolean.TRUE : call.proceed();
        }
    },
    OLDEST_FIRST("audit", "AuditEntries", "everyChangeHasOneEntryNewestFirst") {
        @Override
        Object call(Call call) throws Throwable {
            ResultPage<?> part = (ResultPage<?>) call.proceed();
            List<Object> turned = new ArrayList<>(part.items());
            Collections.reverse(turned);
            return new ResultPage<>(turned, part.next());
        }
    };

    private final String part;
    final String theme;
    final String noticedBy;

    FaultyMetadataStore(String part, String theme, String noticedBy) {
        this.part = part;
        this.theme = theme;
        this.noticedBy = noticedBy;
    }

    abstract Object call(Call call) throws Throwable;

    private static RecurringSchedule withRevisionOf(RecurringSchedule given, RecurringSchedule found) {
        return new RecurringSchedule(
                given.tenant(),
                given.name(),
                given.recurrence(),
                given.paused(),
                given.missed(),
                given.request(),
                given.createdAt(),
                found.revision(),
                given.progress());
    }

    /** Wraps a store so that every call to one repository passes through the mistake. */
    MetadataStore around(MetadataStore metadata) {
        return proxy(MetadataStore.class, (method, arguments) -> {
            Object answer = invoke(method, metadata, arguments);
            return method.getName().equals(part)
                    ? proxy(method.getReturnType(), (inner, of) -> call(new Call(metadata, inner, answer, of)))
                    : answer;
        });
    }

    /** One call of a repository. */
    static final class Call {
        final MetadataStore metadata;
        final Object[] arguments;
        private final Method method;
        private final Object target;
        Object answer;

        Call(MetadataStore metadata, Method method, Object target, Object[] arguments) {
            this.metadata = metadata;
            this.method = method;
            this.target = target;
            this.arguments = arguments;
        }

        boolean is(String name) {
            return method.getName().equals(name);
        }

        Call with(int index, Object argument) {
            Object[] changed = arguments.clone();
            changed[index] = argument;
            return new Call(metadata, method, target, changed);
        }

        Object proceed() throws Throwable {
            answer = invoke(method, target, arguments);
            return answer;
        }
    }

    private interface Handler {
        Object handle(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Handler handler) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> handler.handle(method, arguments)));
    }

    private static Object invoke(Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
