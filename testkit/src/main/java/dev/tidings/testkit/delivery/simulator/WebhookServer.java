package dev.tidings.testkit.delivery.simulator;

import static dev.tidings.testkit.delivery.simulator.ApiViolationException.check;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.core.delivery.Message;
import dev.tidings.testkit.delivery.ProviderSimulator.Behaviour;
import dev.tidings.testkit.delivery.ProviderSimulator.Received;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A simulator of a Standard Webhooks receiver, at any path, which accepts only requests signed with its secret. */
public final class WebhookServer extends ScriptedHttpServer {
    /** The initial secret. */
    public static final String SECRET =
            "whsec_" + Base64.getEncoder().encodeToString("a secret of thirty-two bytes, no".getBytes(UTF_8));

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int TOLERANCE_SECONDS = 300;

    private final InstantSource clock;
    private volatile String secret = SECRET;

    public WebhookServer() throws IOException {
        this(InstantSource.system());
    }

    public WebhookServer(InstantSource clock) throws IOException {
        this.clock = clock;
    }

    /** Accepts only signatures with this secret from now on. */
    public void acceptSecret(String other) {
        secret = other;
    }

    /** The URL of an endpoint, distinct for each number; also the address for its script. */
    public String endpoint(int number) {
        return url() + "/hooks/" + number + "?from=tidings";
    }

    @Override
    Received parse(ReceivedRequest request) throws ApiViolationException {
        check(request.method().equals("POST"), "method", "POST");
        check(request.contentType().equals("application/json"), "Content-Type", "application/json");
        check(!request.header("User-Agent").isEmpty(), "User-Agent", "who it is");
        String id = request.header("webhook-id");
        check(id.matches("[!-~&&[^.]]{1,256}"), "webhook-id", "printable characters without a dot");
        String timestamp = request.header("webhook-timestamp");
        check(timestamp.matches("[0-9]{1,12}"), "webhook-timestamp", "seconds since 1970");
        long age = clock.instant().getEpochSecond() - Long.parseLong(timestamp);
        check(Math.abs(age) <= TOLERANCE_SECONDS, "webhook-timestamp", "about now");
        checkSigned(request, id, timestamp);
        checkObject(request.body());
        return new Received(
                "http://" + request.header("Host") + request.target(), new Message.Webhook(request.body()), id);
    }

    private void checkSigned(ReceivedRequest request, String id, String timestamp) throws ApiViolationException {
        byte[] expected = mac(id + "." + timestamp + "." + request.body());
        for (String signature : request.header("webhook-signature").split(" ")) {
            check(signature.matches("v1,[A-Za-z0-9+/]{43}="), "webhook-signature", "v1, and a signature in Base64");
            if (MessageDigest.isEqual(expected, Base64.getDecoder().decode(signature.substring(3)))) {
                return;
            }
        }
        throw new ApiViolationException("webhook-signature", "expected one with our secret");
    }

    private byte[] mac(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
            return mac.doFinal(text.getBytes(UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void checkObject(String body) throws ApiViolationException {
        try {
            check(MAPPER.readTree(body).isObject(), "body", "a JSON object");
        } catch (JsonProcessingException e) {
            throw new ApiViolationException("body", "expected JSON");
        }
    }

    @Override
    HttpReply errorResponse(ApiViolationException what) {
        return new HttpReply(what.field().equals("webhook-signature") ? 401 : 400, "text/plain", what.getMessage());
    }

    @Override
    HttpReply response(Behaviour behaviour, Received delivery) {
        return switch (behaviour) {
            case REFUSES -> new HttpReply(422, "text/plain", "no, thank you");
            case THROTTLES -> new HttpReply(429, "text/plain", "later");
            case UNKNOWN_ADDRESS -> new HttpReply(410, "text/plain", "gone");
            case FAILS -> new HttpReply(500, "text/plain", "broken");
            case GARBAGE -> new HttpReply(999, "text/plain", "\u0000<html>");
            default -> new HttpReply(204, "", "");
        };
    }
}
