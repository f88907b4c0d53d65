package dev.tidings.server;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.DeviceRegistration;
import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.QuietHours;
import dev.tidings.core.model.Recurrence;
import dev.tidings.server.provider.AccountDraft;
import dev.tidings.server.recurring.RecurrenceDefinition;
import dev.tidings.server.service.Service;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Puts the users, preferences, types, provider accounts and recurring schedules of the tenant of a {@link TestService}. */
public record TestTenant(Service service) {
    public static final String NAME = TestService.SENDER.tenant();

    private static final String ACTOR = "test";

    /** @param profile any of email, phone, webhook, locale and timeZone */
    public void putUser(String user, Map<String, String> profile) {
        Function<String, Optional<String>> field = name -> Optional.ofNullable(profile.get(name));
        UserChange change = new UserChange(
                user,
                field.apply("email"),
                field.apply("phone"),
                field.apply("webhook"),
                field.apply("locale"),
                field.apply("timeZone"));
        service.users().contacts().put(NAME, List.of(change), ACTOR).join();
    }

    public void putDevice(String user, String device) {
        DeviceRegistration registration = new DeviceRegistration(
                device, AddressKind.FCM, "token-of-" + device, Optional.empty(), Optional.empty());
        service.users()
                .contacts()
                .register(TestService.user(user), registration, ACTOR)
                .join();
    }

    public void allow(String user, Channel channel, boolean allowed) {
        change(user, new PreferencePatch(Map.of(channel, Optional.of(allowed)), Map.of(), Map.of()));
    }

    public void putQuietHours(String user, QuietHours quiet) {
        change(user, new PreferencePatch(Map.of(), Map.of(), Map.of(), Optional.of(Optional.of(quiet))));
    }

    public void change(String user, PreferencePatch patch) {
        service.users()
                .preferences()
                .change(TestService.user(user), patch, ACTOR)
                .join();
    }

    public void putType(NotificationType type) {
        service.users().types().put(NAME, type, ACTOR).join();
    }

    public void putNonRepeatableType(String name) {
        NotificationType defaults = NotificationType.DEFAULT;
        putType(new NotificationType(
                name,
                defaults.category(),
                defaults.channels(),
                defaults.maxPriority(),
                defaults.perUserAndHour(),
                defaults.required(),
                Optional.empty(),
                false));
    }

    /** False if there is none. */
    public boolean deleteType(String name) {
        return service.users().types().delete(NAME, name, ACTOR).join();
    }

    public void putAccount(
            String name, String kind, Map<String, String> settings, int rank, boolean enabled, Duration timeout) {
        AccountDraft account = new AccountDraft(
                service.delivery().providers().kinds().find(kind).orElseThrow(),
                settings,
                rank,
                enabled,
                10,
                0,
                timeout);
        service.delivery().providers().put(NAME, name, account, ACTOR);
    }

    /** A recurring schedule with an occurrence every minute. */
    public void putRecurring(String name, String request, MissedPolicy missed) {
        Recurrence everyMinute =
                new Recurrence(new Recurrence.Cron("* * * * *"), ZoneId.of("UTC"), Optional.empty(), Optional.empty());
        service.pipeline()
                .recurring()
                .put(NAME, name, new RecurrenceDefinition(everyMinute, false, missed, request), ACTOR);
    }
}
