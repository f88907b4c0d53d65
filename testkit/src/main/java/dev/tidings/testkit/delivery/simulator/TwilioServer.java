package dev.tidings.testkit.delivery.simulator;

import static dev.tidings.testkit.delivery.simulator.ApiViolationException.check;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.delivery.Message;
import dev.tidings.testkit.delivery.ProviderSimulator.Behaviour;
import dev.tidings.testkit.delivery.ProviderSimulator.Received;
import java.io.IOException;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * A simulator of Twilio's Programmable Messaging API, limited to sending texts: one account, any sender. The API has no
 * deduplication key.
 */
public final class TwilioServer extends ScriptedHttpServer {
    public static final String ACCOUNT_SID = "AC" + "0123456789abcdef".repeat(2);
    public static final String AUTH_TOKEN = "fedcba9876543210".repeat(2);

    private static final String JSON = "application/json";
    private static final Set<String> FIELDS =
            Set.of("To", "Body", "From", "MessagingServiceSid", "StatusCallback", "ValidityPeriod");

    public TwilioServer() throws IOException {}

    @Override
    Received parse(ReceivedRequest request) throws ApiViolationException {
        check(request.header("Authorization").equals(basic()), "Authorization", "the account's SID and token");
        check(
                request.target().equals("/2010-04-01/Accounts/" + ACCOUNT_SID + "/Messages.json"),
                "path",
                "the account's messages");
        check(request.method().equals("POST"), "method", "POST");
        check(request.contentType().equals("application/x-www-form-urlencoded"), "Content-Type", "a form");
        Map<String, String> form = request.form();
        for (String field : form.keySet()) {
            check(FIELDS.contains(field), field, "one of " + FIELDS);
        }
        String to = form.getOrDefault("To", "");
        check(to.matches("\\+[1-9][0-9]{6,14}"), "To", "a number as in E.164");
        String body = form.getOrDefault("Body", "");
        check(!body.isEmpty() && body.codePointCount(0, body.length()) <= 1_600, "Body", "1 to 1600 characters");
        checkSender(form);
        String callback = form.getOrDefault("StatusCallback", "https://example.org/");
        check(callback.matches("https?://[^/_]+/.*"), "StatusCallback", "a full URL");
        String validity = form.getOrDefault("ValidityPeriod", "36000");
        check(
                validity.matches("[1-9][0-9]{0,4}") && Integer.parseInt(validity) <= 36_000,
                "ValidityPeriod",
                "1 to 36000 seconds");
        return new Received(to, new Message.Sms(body), null);
    }

    private static void checkSender(Map<String, String> form) throws ApiViolationException {
        check(form.containsKey("From") != form.containsKey("MessagingServiceSid"), "From", "it or a messaging service");
        String service = form.getOrDefault("MessagingServiceSid", "MG" + "0".repeat(32));
        check(service.matches("MG[0-9a-f]{32}"), "MessagingServiceSid", "MG and 32 hex digits");
        String from = form.getOrDefault("From", "+15005550006");
        check(
                from.matches("\\+[1-9][0-9]{6,14}|[0-9]{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}"),
                "From",
                "a number, a short code or a name");
    }

    private static String basic() {
        return "Basic " + Base64.getEncoder().encodeToString((ACCOUNT_SID + ":" + AUTH_TOKEN).getBytes(UTF_8));
    }

    @Override
    HttpReply errorResponse(ApiViolationException what) {
        return switch (what.field()) {
            case "Authorization" -> error(401, 20003, "Authenticate");
            case "path" -> error(404, 20404, "The requested resource was not found");
            case "method" -> error(405, 20004, "Method not allowed");
            case "Content-Type" -> error(415, 20415, "Unsupported media type");
            case "To" -> error(400, 21211, "Invalid 'To' Phone Number");
            case "From", "MessagingServiceSid" -> error(400, 21212, "Invalid 'From' Number");
            case "StatusCallback" -> error(400, 21609, "Invalid 'StatusCallback'");
            case "ValidityPeriod" -> error(400, 21624, "Invalid validity period value");
            case "Body" -> error(400, 21617, "The concatenated message body exceeds the 1600 character limit.");
            default -> error(400, 20001, what.getMessage());
        };
    }

    @Override
    HttpReply response(Behaviour behaviour, Received delivery) {
        return switch (behaviour) {
            case REFUSES -> error(400, 21408, "Permission to send an SMS has not been enabled for the region");
            case THROTTLES -> error(429, 20429, "Too Many Requests");
            case UNKNOWN_ADDRESS ->
                error(400, 21211, "The 'To' number " + delivery.address() + " is not a valid phone number.");
            case FAILS -> error(500, 20500, "Internal Server Error");
            case GARBAGE -> new HttpReply(201, JSON, "\u0000<html>");
            default ->
                new HttpReply(201, JSON, """
                    {"account_sid": "%s", "sid": "SM%s", "status": "queued", "error_code": null, "error_message": null}\
                    """.formatted(
                                ACCOUNT_SID, UUID.randomUUID().toString().replace("-", "")));
        };
    }

    private static HttpReply error(int status, int code, String message) {
        return new HttpReply(status, JSON, """
            {"code": %d, "message": "%s", "more_info": "https://www.twilio.com/docs/errors/%d", "status": %d}\
            """.formatted(code, message, code, status));
    }
}
