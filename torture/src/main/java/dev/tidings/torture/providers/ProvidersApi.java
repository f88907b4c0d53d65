package dev.tidings.torture.providers;

import dev.tidings.client.ProblemException;
import dev.tidings.client.TidingsClient;
import dev.tidings.client.TidingsException;
import dev.tidings.client.model.Channel;
import dev.tidings.client.model.DeviceRegistration;
import dev.tidings.client.model.Notification;
import dev.tidings.client.model.NotificationType;
import dev.tidings.client.model.PreferenceChange;
import dev.tidings.client.model.Provider;
import dev.tidings.client.model.User;
import dev.tidings.testkit.delivery.simulator.FcmServer;
import dev.tidings.testkit.delivery.simulator.TwilioServer;
import dev.tidings.testkit.delivery.simulator.WebhookServer;
import dev.tidings.torture.service.ServiceClients;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The calls of the providers run: sets up a tenant with three channels, sends notifications and reads delivery states. */
final class ProvidersApi {
    private static final String TYPE = "torture";
    private static final int MAX_CONCURRENT = 500;

    private final TidingsClient client;

    ProvidersApi(HttpClient http, ServiceProcess service) throws IOException {
        client = ServiceClients.of(http, service, Duration.ofSeconds(10));
    }

    /**
     * Creates provider accounts at all three simulators. Only the faulty one hangs on purpose and has a short timeout; the healthy ones
     * answer, however slow the machine is.
     */
    void accounts(TwilioServer sms, FcmServer push, WebhookServer webhook) {
        Map<String, String> twilio = Map.of(
                "accountSid",
                TwilioServer.ACCOUNT_SID,
                "authToken",
                TwilioServer.AUTH_TOKEN,
                "from",
                "+15005550006",
                "baseUrl",
                sms.url());
        Map<String, String> fcm = Map.of("serviceAccount", push.serviceAccount(), "baseUrl", push.url());
        account("sms", "twilio", twilio, Duration.ofSeconds(5));
        account("push", "fcm", fcm, Duration.ofSeconds(30));
        account("webhook", "webhook", Map.of("secrets", WebhookServer.SECRET), Duration.ofSeconds(30));
        client.types().put(NotificationType.named(TYPE).withChannels(Channel.PUSH, Channel.SMS, Channel.WEBHOOK));
    }

    private void account(String name, String kind, Map<String, String> settings, Duration timeout) {
        client.providers().put(Provider.of(name, kind, settings).withLimits(MAX_CONCURRENT, null, timeout));
    }

    /** Creates a user with one address on each channel and an opt-in to SMS. */
    void user(int number, WebhookServer webhook) {
        String user = user(number);
        client.users().put(User.of(user).withPhone(phone(number)).withWebhook(webhook.endpoint(number)));
        client.user(user).putDevice("phone", new DeviceRegistration("fcm", null, token(number), null));
        client.user(user).changePreferences(new PreferenceChange().channel(Channel.SMS, true));
    }

    static String user(int number) {
        return "user" + number;
    }

    static String phone(int number) {
        return "+1500555" + (1_000 + number);
    }

    static String token(int number) {
        return "token-of-device-" + number;
    }

    /** The id of the accepted notification; empty while the service is unreachable. */
    Optional<String> send(int user, int number) {
        Notification notification = Notification.to(user(user))
                .type(TYPE)
                .title("Torture")
                .body("#" + number + "#")
                .build();
        try {
            return Optional.of(client.notifications().send(notification).id());
        } catch (TidingsException unreachable) {
            return Optional.empty();
        }
    }

    /** The delivery states by channel; none if the service refuses. */
    Map<String, String> states(String id, int user) {
        Map<String, String> states = new HashMap<>();
        try {
            client.notifications()
                    .deliveries(id, user(user))
                    .deliveries()
                    .forEach(one -> states.put(one.channel().wire(), one.state().wire()));
        } catch (ProblemException notYet) {
            // Asked again.
        }
        return states;
    }
}
