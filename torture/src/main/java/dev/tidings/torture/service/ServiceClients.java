package dev.tidings.torture.service;

import dev.tidings.client.Retries;
import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.Channel;
import dev.tidings.client.model.DeliveryState;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Duration;

/** Creates Java clients of a child process, as its tenant. They make every call once, so that a run sees every failure. */
public final class ServiceClients {

    private ServiceClients() {}

    /** An HTTP client that survives restarts of the process it calls. */
    public static HttpClient http() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
    }

    public static TidingsClient of(HttpClient http, ServiceProcess service) throws IOException {
        return of(http, service, Duration.ofSeconds(30));
    }

    public static TidingsClient of(HttpClient http, ServiceProcess service, Duration timeout) throws IOException {
        return TidingsClient.builder(service.url())
                .apiKey(service.key())
                .http(http)
                .timeout(timeout)
                .retries(Retries.none())
                .build();
    }

    /** The state of the in-app delivery to this user. */
    public static String state(TidingsClient client, String user, String id) {
        DeliveryState state = client.notifications().deliveries(id, user).state(Channel.IN_APP);
        return state == null ? "missing" : state.wire();
    }
}
