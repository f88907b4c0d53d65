package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.channels.capture.CaptureOutcome;
import dev.tidings.channels.capture.CaptureRule;
import dev.tidings.channels.capture.CapturedDelivery;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.model.Channel;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.ValueRules;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * Reads the outcome rules of the capture provider, the built-in one that only records messages, from JSON. Writes these rules and captured
 * messages as JSON.
 */
final class CaptureFields {
    static final String CHANNELS =
            "one of " + Arrays.stream(Channel.values()).map(Channel::wire).collect(Collectors.joining(", "));
    private static final String OUTCOMES = "one of "
            + Arrays.stream(CaptureOutcome.values()).map(CaptureOutcome::wire).collect(Collectors.joining(", "));
    private static final int MAX_RULES = 100;
    private static final int MAX_TIMES = 1_000_000_000;
    private static final int MAX_USER_ID_LENGTH = 128;
    private static final Duration MAX_AFTER = Duration.ofDays(1);

    private CaptureFields() {}

    static List<CaptureRule> rules(JsonFields fields) {
        String expected = "an array of at most " + MAX_RULES + " rules; an empty one accepts everything";
        Optional<List<Object>> values = fields.list("rules", expected);
        fields.required("rules", Optional.empty(), expected);
        List<CaptureRule> rules = new ArrayList<>();
        if (values.isPresent() && values.get().size() > MAX_RULES) {
            fields.errors().add(fields.pointer("rules"), values.get().size() + " rules", expected);
        } else {
            List<Object> given = values.orElse(List.of());
            for (int i = 0; i < given.size(); i++) {
                String pointer = FieldErrors.child(fields.pointer("rules"), i);
                rule(JsonFields.of(pointer, given.get(i), fields.errors())).ifPresent(rules::add);
            }
        }
        fields.throwIfInvalid();
        return rules;
    }

    private static Optional<CaptureRule> rule(JsonFields fields) {
        Optional<Channel> channel = fields.text(
                        "channel", CHANNELS, text -> Channel.ofWire(text).isPresent())
                .flatMap(Channel::ofWire);
        Optional<String> user = fields.text(
                "user", ValueRules.userId(MAX_USER_ID_LENGTH), text -> ValueRules.isUserId(text, MAX_USER_ID_LENGTH));
        Optional<String> wire = fields.text(
                "outcome", OUTCOMES, text -> CaptureOutcome.ofWire(text).isPresent());
        fields.required("outcome", wire, OUTCOMES);
        Optional<CaptureOutcome> outcome = wire.flatMap(CaptureOutcome::ofWire);
        Optional<Duration> after = fields.duration("after", Duration.ZERO, MAX_AFTER);
        if (after.isPresent() && outcome.filter(CaptureOutcome.RETRY::equals).isEmpty()) {
            fields.errors()
                    .add(fields.pointer("after"), after.get().toString(), "no value unless the outcome is retry");
        }
        Optional<Integer> times = fields.integer("times", 1, MAX_TIMES);
        Optional<Double> share =
                fields.number("share", "a number above 0, at most 1", number -> number > 0 && number <= 1);
        fields.rejectUnknown();
        return outcome.map(known -> new CaptureRule(
                channel,
                user,
                known,
                after.orElse(Duration.ZERO),
                times.map(OptionalLong::of).orElse(OptionalLong.empty()),
                share.orElse(1.0)));
    }

    static void write(JsonGenerator json, List<CaptureRule> rules) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("rules");
        for (CaptureRule rule : rules) {
            json.writeStartObject();
            Json.text(json, "channel", rule.channel().map(Channel::wire));
            Json.text(json, "user", rule.user());
            json.writeStringField("outcome", rule.outcome().wire());
            json.writeStringField(
                    "after", rule.after().isZero() ? null : rule.after().toString());
            json.writeFieldName("times");
            if (rule.times().isPresent()) {
                json.writeNumber(rule.times().getAsLong());
            } else {
                json.writeNull();
            }
            json.writeNumberField("share", rule.share());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    static void write(JsonGenerator json, CapturedDelivery captured) throws IOException {
        Delivery delivery = captured.delivery();
        json.writeStartObject();
        Json.time(json, "at", captured.at());
        json.writeStringField("notification", delivery.notification().toString());
        json.writeStringField("user", delivery.user().user());
        json.writeStringField("channel", delivery.channel().wire());
        json.writeStringField("addressKind", delivery.address().kind().wire());
        json.writeStringField("address", delivery.address().value());
        json.writeStringField("priority", delivery.priority().wire());
        Json.time(json, "expiresAt", delivery.expiresAt());
        json.writeNumberField("attempt", delivery.attempt());
        json.writeStringField("providerMessageId", captured.messageId());
        json.writeFieldName("message");
        write(json, delivery.message());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Message message) throws IOException {
        json.writeStartObject();
        if (message instanceof Message.Push push) {
            json.writeStringField("title", push.title());
            json.writeStringField("body", push.body());
            Json.raw(json, "data", push.data());
            json.writeStringField("deepLink", push.deepLink());
        } else if (message instanceof Message.Email email) {
            json.writeStringField("subject", email.subject());
            json.writeStringField("text", email.text());
            json.writeStringField("html", email.html());
            json.writeStringField("unsubscribe", email.unsubscribe());
        } else if (message instanceof Message.Sms sms) {
            json.writeStringField("text", sms.text());
        } else if (message instanceof Message.Webhook webhook) {
            Json.raw(json, "body", webhook.body());
        }
        json.writeEndObject();
    }
}
