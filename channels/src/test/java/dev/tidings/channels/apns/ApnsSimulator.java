package dev.tidings.channels.apns;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A simulator of Apple's push service for the provider contract. */
final class ApnsSimulator implements ProviderSimulator {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, Behaviour> scripts = new ConcurrentHashMap<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final Queue<ScriptedApns.Call> held = new ConcurrentLinkedQueue<>();
    private final ScriptedApns server = new ScriptedApns(1_000, this::handle);
    private final Provider provider;
    private HeldPort refused;

    ApnsSimulator(Duration timeout) throws IOException, GeneralSecurityException {
        provider = TestAccount.open(TestAccount.settings(TestAccount.keys("secp256r1"), server.port()), timeout);
    }

    private void handle(ScriptedApns.Call call) {
        Behaviour behaviour = scripts.getOrDefault(call.token(), Behaviour.ACCEPTS);
        if (behaviour == Behaviour.HOLDS) {
            // Registered before the call is visible to the test, which may ask for its release.
            held.add(call);
        }
        received.add(new Received(
                call.token(),
                message(call.payload()),
                call.headers().get("apns-collapse-id").toString()));
        switch (behaviour) {
            case ACCEPTS -> call.accept();
            case REFUSES -> call.refuse(400, "{\"reason\":\"BadTopic\"}");
            case THROTTLES -> call.refuse(429, "{\"reason\":\"TooManyRequests\"}");
            case UNKNOWN_ADDRESS -> call.refuse(410, "{\"reason\":\"Unregistered\",\"timestamp\":1764000000000}");
            case FAILS -> call.refuse(503, "{\"reason\":\"ServiceUnavailable\"}");
            case GARBAGE -> call.refuse(400, "\u0000<html>");
            case DROPS -> call.drop();
            case HANGS, HOLDS -> {}
        }
    }

    private static Message message(String payload) {
        try {
            JsonNode json = JSON.readTree(payload);
            JsonNode alert = json.path("aps").path("alert");
            return new Message.Push(
                    alert.path("title").textValue(),
                    alert.path("body").textValue(),
                    json.has("data") ? json.get("data").toString() : null,
                    json.path("deepLink").textValue());
        } catch (JsonProcessingException e) {
            throw new AssertionError("expected JSON, got " + payload, e);
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
        for (ScriptedApns.Call call = held.poll(); call != null; call = held.poll()) {
            call.accept();
        }
    }

    @Override
    public void stop() {
        int port = server.port();
        server.vanish();
        refused = HeldPort.inPlaceOf(port);
    }

    @Override
    public List<Received> received() {
        return received;
    }

    @Override
    public void close() {
        server.close();
        if (refused != null) {
            refused.close();
        }
    }
}
