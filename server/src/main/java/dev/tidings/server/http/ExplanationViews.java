package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.StatusText;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.explain.Explanation;
import dev.tidings.tables.FailedDeliveryRow;
import java.io.IOException;

/** Writes the explanation of a user's deliveries, for {@code …/why} and dry runs, and dead letters as JSON. */
final class ExplanationViews {
    private ExplanationViews() {}

    static void explanation(JsonGenerator json, Explanation of) throws IOException {
        json.writeStartObject();
        json.writeStringField("user", of.user());
        Json.time(json, "decidedAt", of.decidedAt());
        json.writeArrayFieldStart("channels");
        for (Explanation.ChannelExplanation channel : of.channels()) {
            channel(json, channel);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void channel(JsonGenerator json, Explanation.ChannelExplanation of) throws IOException {
        json.writeStartObject();
        json.writeStringField("channel", of.channel());
        status(json, "decided", of.decided());
        json.writeArrayFieldStart("because");
        for (Explanation.RoutingCheck reason : of.reasons()) {
            json.writeStartObject();
            json.writeStringField("step", reason.step());
            json.writeStringField("found", reason.found());
            json.writeEndObject();
        }
        json.writeEndArray();
        if (of.message() != null) {
            json.writeFieldName("message");
            message(json, of.message());
        } else {
            status(json, "now", of.status());
            json.writeArrayFieldStart("tries");
            for (Explanation.LoggedAttempt one : of.attempts()) {
                attempt(json, one);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void status(JsonGenerator json, String name, StatusText status) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeStringField("state", status.state());
        json.writeStringField("reason", status.reason());
        json.writeEndObject();
    }

    private static void attempt(JsonGenerator json, Explanation.LoggedAttempt of) throws IOException {
        json.writeStartObject();
        json.writeStringField("kind", of.kind());
        Json.time(json, "at", of.at());
        if (of.attempt() == null) {
            json.writeNullField("attempt");
        } else {
            json.writeNumberField("attempt", of.attempt());
        }
        json.writeStringField("provider", of.provider());
        json.writeStringField("place", of.addressId());
        json.writeStringField("messageId", of.messageId());
        json.writeStringField("outcome", of.outcome());
        json.writeStringField("code", of.code());
        json.writeStringField("text", of.text());
        Json.time(json, "retryAt", of.retryAt());
        json.writeEndObject();
    }

    static void message(JsonGenerator json, Message message) throws IOException {
        json.writeStartObject();
        if (message instanceof Message.Push push) {
            json.writeStringField("title", push.title());
            json.writeStringField("body", push.body());
            json.writeStringField("deepLink", push.deepLink());
        } else if (message instanceof Message.Email email) {
            json.writeStringField("subject", email.subject());
            json.writeStringField("text", email.text());
            json.writeStringField("html", email.html());
        } else if (message instanceof Message.Sms sms) {
            json.writeStringField("text", sms.text());
        } else if (message instanceof Message.Webhook webhook) {
            json.writeFieldName("body");
            json.writeRawValue(webhook.body());
        }
        json.writeEndObject();
    }

    static void failure(JsonGenerator json, FailedDeliveryRow row) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", row.failureId().toString());
        Json.time(json, "at", UuidV7.time(row.failureId()));
        json.writeStringField("notification", row.notificationId().toString());
        json.writeStringField("user", row.userId());
        json.writeStringField("channel", row.channel());
        json.writeStringField("type", row.type());
        json.writeNumberField("attempts", row.attempts());
        json.writeStringField("code", row.errorCode());
        json.writeStringField("text", row.errorText());
        Json.time(json, "replayedAt", row.replayedAt());
        json.writeEndObject();
    }
}
