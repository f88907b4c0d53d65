package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.StatusText;
import dev.tidings.server.explain.DeliveryView;
import dev.tidings.server.explain.NotificationDetails;
import dev.tidings.server.explain.ScheduledItem;
import dev.tidings.server.explain.SentItem;
import dev.tidings.server.explain.UserDeliveries;
import dev.tidings.server.inbox.HistoryItem;
import dev.tidings.server.inbox.InboxItem;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writes notifications, sent, scheduled or with details, inbox and history items, and deliveries as JSON. Absent values are written as
 * null.
 */
final class NotificationViews {
    // The field names of inbox items, encoded once: the inbox is the most frequent response.
    private static final SerializableString ID = new SerializedString("id");
    private static final SerializableString TYPE = new SerializedString("type");
    private static final SerializableString PRIORITY = new SerializedString("priority");
    private static final SerializableString TITLE = new SerializedString("title");
    private static final SerializableString BODY = new SerializedString("body");
    private static final SerializableString DATA = new SerializedString("data");
    private static final SerializableString DEEP_LINK = new SerializedString("deepLink");
    private static final SerializableString AT = new SerializedString("at");
    private static final SerializableString EXPIRES_AT = new SerializedString("expiresAt");
    private static final SerializableString READ_AT = new SerializedString("readAt");
    private static final SerializableString ARCHIVED_AT = new SerializedString("archivedAt");

    private NotificationViews() {}

    static void inboxItem(JsonGenerator json, InboxItem item) throws IOException {
        Content content = item.content();
        json.writeStartObject();
        Json.text(json, ID, item.id().toString());
        Json.text(json, TYPE, item.type());
        Json.text(json, PRIORITY, item.priority());
        Json.text(json, TITLE, content.title());
        Json.text(json, BODY, content.body());
        Json.raw(json, DATA, content.data());
        Json.text(json, DEEP_LINK, content.deepLink());
        Json.time(json, AT, item.at());
        Json.time(json, EXPIRES_AT, item.expiresAt());
        Json.time(json, READ_AT, item.readAt());
        Json.time(json, ARCHIVED_AT, item.archivedAt());
        json.writeEndObject();
    }

    static void historyItem(JsonGenerator json, HistoryItem item) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", item.id().toString());
        json.writeStringField("type", item.type());
        Json.time(json, "at", item.at());
        Json.time(json, "decidedAt", item.decidedAt());
        json.writeArrayFieldStart("deliveries");
        for (Map.Entry<String, StatusText> channel : new TreeMap<>(item.channels()).entrySet()) {
            delivery(json, DeliveryView.of(channel.getKey(), channel.getValue()));
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void delivery(JsonGenerator json, DeliveryView delivery) throws IOException {
        json.writeStartObject();
        json.writeStringField("channel", delivery.channel());
        json.writeStringField("state", delivery.state());
        json.writeStringField("reason", delivery.reason());
        json.writeEndObject();
    }

    static void deliveries(JsonGenerator json, UserDeliveries of) throws IOException {
        json.writeStartObject();
        json.writeStringField("user", of.user());
        Json.time(json, "decidedAt", of.decidedAt());
        json.writeArrayFieldStart("deliveries");
        for (DeliveryView delivery : of.deliveries()) {
            delivery(json, delivery);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    static void sent(JsonGenerator json, SentItem item) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", item.id().toString());
        json.writeStringField("type", item.type());
        json.writeStringField("priority", item.priority());
        json.writeStringField("source", item.source());
        json.writeStringField("targetType", item.targetType());
        json.writeStringField("targetId", item.targetId());
        Json.time(json, "at", item.at());
        json.writeEndObject();
    }

    static void scheduled(JsonGenerator json, ScheduledItem item) throws IOException {
        json.writeStartObject();
        scheduledFields(json, item);
        json.writeEndObject();
    }

    static void scheduledOfTenant(JsonGenerator json, ScheduledItem item) throws IOException {
        json.writeStartObject();
        scheduledFields(json, item);
        json.writeStringField("targetType", item.target().type());
        json.writeStringField("targetId", item.target().id());
        json.writeNumberField("recipientCount", item.target().recipients());
        json.writeEndObject();
    }

    private static void scheduledFields(JsonGenerator json, ScheduledItem item) throws IOException {
        json.writeStringField("id", item.id().toString());
        json.writeStringField("type", item.type());
        Json.time(json, "sendAt", item.sendAt());
        Json.time(json, "createdAt", item.createdAt());
    }

    static void details(JsonGenerator json, NotificationDetails of) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", of.id().toString());
        json.writeStringField("status", of.status());
        Json.time(json, "sendAt", of.sendAt());
        json.writeStringField("type", of.type());
        json.writeStringField("priority", of.priority());
        json.writeStringField("source", of.source());
        json.writeStringField("targetType", of.targetType());
        json.writeStringField("targetId", of.targetId());
        json.writeArrayFieldStart("channels");
        if (of.channels() != null) {
            for (String channel : new TreeSet<>(of.channels())) {
                json.writeString(channel);
            }
        }
        json.writeEndArray();
        json.writeStringField("idempotencyKey", of.idempotencyKey());
        Json.time(json, "createdAt", of.createdAt());
        Json.time(json, "expiresAt", of.expiresAt());
        json.writeFieldName("recipientCount");
        if (of.recipientCount() == null) {
            json.writeNull();
        } else {
            json.writeNumber(of.recipientCount());
        }
        Json.raw(json, "request", of.request());
        json.writeEndObject();
    }

    static void recipient(JsonGenerator json, String user) throws IOException {
        json.writeStartObject();
        json.writeStringField("user", user);
        json.writeEndObject();
    }
}
