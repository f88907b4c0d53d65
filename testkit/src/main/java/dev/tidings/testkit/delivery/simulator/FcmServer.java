package dev.tidings.testkit.delivery.simulator;

import static dev.tidings.testkit.delivery.simulator.ApiViolationException.check;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidings.testkit.delivery.ProviderSimulator.Behaviour;
import dev.tidings.testkit.delivery.ProviderSimulator.Received;
import java.io.IOException;
import java.time.InstantSource;
import java.util.UUID;

/** A simulator of Firebase Cloud Messaging: its HTTP v1 API and Google's OAuth token endpoint. */
public final class FcmServer extends ScriptedHttpServer {
    public static final String PROJECT = "example-project";

    private static final String JSON = "application/json; charset=UTF-8";
    private static final String TOKEN_PATH = "/token";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final GoogleTokens tokens;
    private volatile int tokenStatus = 200;

    public FcmServer() throws IOException {
        this(InstantSource.system());
    }

    /** @param clock the clock for the expiry of its tokens */
    public FcmServer(InstantSource clock) throws IOException {
        tokens = new GoogleTokens(clock);
    }

    /** The JSON key file of a service account that may send. */
    public String serviceAccount() {
        return GoogleTokens.serviceAccount(PROJECT, url() + TOKEN_PATH);
    }

    /** Makes the token endpoint respond with this status from now on; 200 restores it. */
    public void tokenStatus(int status) {
        tokenStatus = status;
    }

    /** Invalidates all issued tokens. */
    public void revokeTokens() {
        tokens.revokeAll();
    }

    /** The number of token requests. */
    public int tokenRequests() {
        return tokens.requests();
    }

    @Override
    HttpReply nonDelivery(ReceivedRequest request) throws ApiViolationException {
        if (!request.target().equals(TOKEN_PATH)) {
            return null;
        }
        String issued = tokens.issue(request, url() + TOKEN_PATH);
        return tokenStatus == 200
                ? new HttpReply(200, JSON, issued)
                : new HttpReply(tokenStatus, JSON, "{\"error\":\"scripted\",\"error_description\":\"as told\"}");
    }

    @Override
    Received parse(ReceivedRequest request) throws ApiViolationException {
        check(
                request.target().equals("/v1/projects/" + PROJECT + "/messages:send"),
                "path",
                "messages:send of the project");
        check(request.method().equals("POST"), "path", "POST");
        String authorization = request.header("Authorization");
        check(
                authorization.startsWith("Bearer ") && tokens.valid(authorization.substring("Bearer ".length())),
                "Authorization",
                "a token that is valid");
        check(request.contentType().equals("application/json"), "Content-Type", "application/json");
        return FcmMessages.read(request.body());
    }

    @Override
    HttpReply errorResponse(ApiViolationException what) {
        return switch (what.field()) {
            case "grant" ->
                new HttpReply(400, JSON, "{\"error\":\"invalid_grant\",\"error_description\":\"Invalid JWT\"}");
            case "path" -> error(404, "NOT_FOUND", "Requested entity was not found.", null, null);
            case "Authorization" ->
                error(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.", null, null);
            case "message.token" ->
                error(
                        400,
                        "INVALID_ARGUMENT",
                        "The registration token is not a valid FCM registration token",
                        "INVALID_ARGUMENT",
                        null);
            default -> error(400, "INVALID_ARGUMENT", what.getMessage(), null, what.field());
        };
    }

    @Override
    HttpReply response(Behaviour behaviour, Received delivery) {
        return switch (behaviour) {
            case REFUSES ->
                error(400, "INVALID_ARGUMENT", "Invalid value", "INVALID_ARGUMENT", "message.data[0].value");
            case THROTTLES -> error(429, "RESOURCE_EXHAUSTED", "Quota exceeded.", "QUOTA_EXCEEDED", null);
            case UNKNOWN_ADDRESS -> error(404, "NOT_FOUND", "Requested entity was not found.", "UNREGISTERED", null);
            case FAILS -> error(500, "INTERNAL", "Internal error encountered.", "INTERNAL", null);
            case GARBAGE -> new HttpReply(200, JSON, "\u0000<html>");
            default ->
                new HttpReply(
                        200,
                        JSON,
                        MAPPER.createObjectNode()
                                .put("name", "projects/" + PROJECT + "/messages/0:" + UUID.randomUUID())
                                .toString());
        };
    }

    /** An error in Google's error model, with FCM's own code in the details. */
    private static HttpReply error(int status, String name, String message, String fcmCode, String field) {
        ObjectNode root = MAPPER.createObjectNode();
        ObjectNode error = root.putObject("error");
        error.put("code", status).put("message", message).put("status", name);
        if (fcmCode != null) {
            error.withArray("details")
                    .addObject()
                    .put("@type", "type.googleapis.com/google.firebase.fcm.v1.FcmError")
                    .put("errorCode", fcmCode);
        }
        if (field != null) {
            error.withArray("details")
                    .addObject()
                    .put("@type", "type.googleapis.com/google.rpc.BadRequest")
                    .putArray("fieldViolations")
                    .addObject()
                    .put("field", field)
                    .put("description", message);
        }
        return new HttpReply(status, JSON, root.toString());
    }
}
