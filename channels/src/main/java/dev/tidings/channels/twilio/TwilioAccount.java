package dev.tidings.channels.twilio;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;

/**
 * An account with Twilio. Prints only who it is.
 *
 * @param senderField how the sender is said: From, or MessagingServiceSid
 * @param callback where Twilio reports to, or null
 */
record TwilioAccount(String sid, String authToken, String senderField, String sender, String callback) {
    String basic() {
        return "Basic " + Base64.getEncoder().encodeToString((sid + ":" + authToken).getBytes(UTF_8));
    }

    @Override
    public String toString() {
        return "twilio account " + sid + " [redacted]";
    }
}
