package dev.tidings.channels.twilio;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;

/**
 * The validated settings of an account with Twilio. Prints only its SID.
 *
 * @param senderField the field for the sender: From, or MessagingServiceSid
 * @param callback the URL for status callbacks, or null
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
