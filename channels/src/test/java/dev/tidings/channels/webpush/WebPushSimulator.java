package dev.tidings.channels.webpush;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.interaso.webpush.VapidKeys;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Provider;
import dev.tidings.testkit.HeldPort;
import dev.tidings.testkit.delivery.ProviderSimulator;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A simulator of a push service and the browser behind it, for the provider contract. */
final class WebPushSimulator implements ProviderSimulator {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, Behaviour> scripts = new ConcurrentHashMap<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final Queue<PushService.Call> held = new ConcurrentLinkedQueue<>();
    private final Browser browser = Browser.create();
    private final PushService service = new PushService(this::handle);
    private HeldPort refused;
    private final Provider provider;

    WebPushSimulator(Duration timeout) throws IOException, GeneralSecurityException {
        provider = TestSender.open(
                new WebPushKind(new PublicAddresses(true)), TestSender.settings(VapidKeys.generate()), timeout);
    }

    String address(int number) {
        return browser.subscription(service.endpoint("/push/" + number));
    }

    private void handle(PushService.Call call) {
        String address = browser.subscription(service.endpoint(call.path()));
        Behaviour behaviour = scripts.getOrDefault(address, Behaviour.ACCEPTS);
        if (behaviour == Behaviour.HOLDS) {
            // Registered before the call is visible to the test, which may ask for its release.
            held.add(call);
        }
        received.add(new Received(address, message(call.body()), call.headers().get("topic")));
        switch (behaviour) {
            case ACCEPTS -> accept(call);
            case REFUSES -> call.answer("HTTP/1.1 400 Bad Request");
            case THROTTLES -> call.answer("HTTP/1.1 429 Later", "Retry-After: " + RETRY_AFTER.toSeconds());
            case UNKNOWN_ADDRESS -> call.answer("HTTP/1.1 410 Gone");
            case FAILS -> call.answer("HTTP/1.1 500 Broken");
            case GARBAGE -> call.answer("\u0000<html> this is not HTTP");
            case DROPS -> call.close();
            case HANGS, HOLDS -> {}
        }
    }

    private static void accept(PushService.Call call) {
        call.answer("HTTP/1.1 201 Created", "Location: https://push.example.org/m/" + UUID.randomUUID());
    }

    private Message message(byte[] body) {
        try {
            JsonNode json = JSON.readTree(browser.decrypted(body));
            return new Message.Push(
                    json.path("title").textValue(),
                    json.path("body").textValue(),
                    json.has("data") ? json.get("data").toString() : null,
                    json.path("deepLink").textValue());
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("expected something that can be decrypted to JSON", e);
        }
    }

    @Override
    public Provider provider() {
        return provider;
    }

    @Override
    public void script(String address, Behaviour behaviour) {
        scripts.put(address, behaviour);
    }

    @Override
    public void release() {
        for (PushService.Call call = held.poll(); call != null; call = held.poll()) {
            accept(call);
        }
    }

    @Override
    public void stop() {
        service.close();
        refused = HeldPort.inPlaceOf(service.port());
    }

    @Override
    public List<Received> received() {
        return received;
    }

    @Override
    public void close() {
        service.close();
        if (refused != null) {
            refused.close();
        }
    }
}
