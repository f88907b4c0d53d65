package dev.tidings.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.meta.EventKind;
import dev.tidings.core.meta.WebhookEndpoint;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.deliver.Happening;
import dev.tidings.server.deliver.Telling;
import dev.tidings.server.intake.IdMint;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** What there is to tell, in words, for each endpoint that wants to know. */
public final class Events implements Telling {
    private static final JsonFactory JSON = new JsonFactory();

    private final Endpoints endpoints;
    private final IdMint ids;
    private final InstantSource clock;

    public Events(Endpoints endpoints, IdMint ids, InstantSource clock) {
        this.endpoints = endpoints;
        this.ids = ids;
        this.clock = clock;
    }

    /** Reads the endpoints of a tenant, so that they are in memory when there is something to tell. Blocks. */
    @Override
    public void prepare(String tenant) {
        endpoints.of(tenant);
    }

    @Override
    public List<LogEntry> of(Happening happening) {
        return switch (happening.state()) {
            case SENT -> of(EventKind.DELIVERY_SENT, happening);
            case DELIVERED -> of(EventKind.DELIVERY_DELIVERED, happening);
            case FAILED -> of(EventKind.DELIVERY_FAILED, happening);
            default -> List.of();
        };
    }

    private List<LogEntry> of(EventKind kind, Happening happening) {
        return entries(
                kind,
                happening.user(),
                happening.notification(),
                () -> happening.channel().wire() + " " + happening.round(),
                json -> {
                    json.writeStringField("channel", happening.channel().wire());
                    json.writeStringField("reason", happening.reason());
                });
    }

    /** That a user did something with a notification in the inbox. */
    public List<LogEntry> ofInbox(EventKind kind, UserKey user, UUID notification) {
        return entries(kind, user, notification, () -> "", json -> {});
    }

    private interface More {
        void write(JsonGenerator json) throws IOException;
    }

    private List<LogEntry> entries(EventKind kind, UserKey user, UUID notification, Supplier<String> what, More more) {
        List<WebhookEndpoint> wanting = endpoints.wanting(user.tenant(), kind);
        if (wanting.isEmpty()) {
            return List.of();
        }
        UUID event = ids.next();
        String said = String.join("\n", kind.wire(), notification.toString(), what.get(), user.user());
        String messageId = "msg_" + UUID.nameUUIDFromBytes(said.getBytes(UTF_8));
        String body = body(kind, messageId, user, notification, more);
        return wanting.stream()
                .map(endpoint ->
                        new Telegram(user.tenant(), endpoint.id(), event, messageId, kind.wire(), body, 1).entry())
                .toList();
    }

    private String body(EventKind kind, String messageId, UserKey user, UUID notification, More more) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeStringField("id", messageId);
            json.writeStringField("type", kind.wire());
            json.writeStringField(
                    "timestamp", Instant.ofEpochMilli(clock.millis()).toString());
            json.writeObjectFieldStart("data");
            json.writeStringField("notification", notification.toString());
            json.writeStringField("user", user.user());
            more.write(json);
            json.writeEndObject();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }
}
