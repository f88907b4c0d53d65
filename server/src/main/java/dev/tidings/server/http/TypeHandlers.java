package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.ResultPage;
import dev.tidings.server.intake.SendTimeFields;
import dev.tidings.server.intake.SendTimeResolver;
import dev.tidings.server.types.TypeService;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.ValueRules;
import dev.tidings.templates.TemplateService;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Handles {@code /v1/types}: lists, shows, stores and deletes the notification types of a tenant. */
final class TypeHandlers {
    private static final String CHANNELS =
            "one of " + Arrays.stream(Channel.values()).map(Channel::wire).collect(Collectors.joining(", "));
    private static final String PRIORITIES =
            "one of " + Arrays.stream(Priority.values()).map(Priority::wire).collect(Collectors.joining(", "));
    private static final int MAX_DISPLAY_NAME = 200;
    private static final int MAX_PER_HOUR = 1_000_000;

    private static final Duration MIN_LIFE = Duration.ofSeconds(1);
    private static final String EXPIRES_AFTER = SendTimeFields.DURATION + ", of at least a second and at most "
            + SendTimeResolver.HORIZON.toDays() + " days";

    private final TypeService types;
    private final TemplateService templates;

    TypeHandlers(TypeService types, TemplateService templates) {
        this.types = types;
        this.templates = templates;
    }

    /** Not paged: a tenant has few. */
    CompletionStage<ApiResponse> list(ApiRequest call) {
        return types.list(call.tenant())
                .thenApply(all -> ApiResponse.list(new ResultPage<>(all, Optional.empty()), TypeHandlers::write));
    }

    CompletionStage<ApiResponse> get(ApiRequest call) {
        String name = call.pathName("name");
        return types.all(call.tenant()).thenApply(all -> {
            NotificationType type = all.get(name);
            if (type == null) {
                throw ProblemException.notFound("type");
            }
            return ApiResponse.json(200, json -> write(json, type));
        });
    }

    CompletionStage<ApiResponse> put(ApiRequest call) {
        NotificationType type = read(call.pathName("name"), JsonFields.ofBody(call.body()));
        return types.put(call.tenant(), type, call.actor())
                .thenApply(done -> ApiResponse.json(200, json -> write(json, type)));
    }

    CompletionStage<ApiResponse> delete(ApiRequest call) {
        return types.delete(call.tenant(), call.pathName("name"), call.actor()).thenApply(deleted -> {
            // The templates are deleted with the type, and must not be cached if the type is recreated.
            templates.forget(call.tenant());
            if (!deleted) {
                throw ProblemException.notFound("type");
            }
            return ApiResponse.noContent();
        });
    }

    private static NotificationType read(String name, JsonFields fields) {
        NotificationType defaults = NotificationType.DEFAULT;
        Optional<String> category = fields.text("category", ValueRules.TYPE_NAME, ValueRules::isName);
        Set<Channel> channels = fields.array("channels", "an array of at least one channel: " + CHANNELS)
                .map(values -> channels(values, fields.pointer("channels"), fields.errors()))
                .orElse(defaults.channels());
        Priority maxPriority = fields.text(
                        "maxPriority", PRIORITIES, text -> Priority.ofWire(text).isPresent())
                .flatMap(Priority::ofWire)
                .orElse(defaults.maxPriority());
        Optional<Integer> perUserAndHour = fields.integer("perUserAndHour", 1, MAX_PER_HOUR);
        boolean required = fields.bool("required").orElse(defaults.required());
        Optional<Duration> expiresAfter =
                fields.text("expiresAfter", EXPIRES_AFTER, text -> isLife(text)).flatMap(SendTimeFields::duration);
        boolean repeatable = fields.bool("repeatable").orElse(defaults.repeatable());
        Optional<String> displayName = fields.singleLine("displayName", MAX_DISPLAY_NAME);
        fields.throwIfInvalid();
        return new NotificationType(
                name,
                category,
                channels,
                maxPriority,
                perUserAndHour.map(OptionalInt::of).orElse(OptionalInt.empty()),
                required,
                expiresAfter,
                repeatable,
                displayName);
    }

    private static boolean isLife(String text) {
        return SendTimeFields.duration(text)
                .filter(life -> life.compareTo(SendTimeResolver.HORIZON) <= 0 && life.compareTo(MIN_LIFE) >= 0)
                .isPresent();
    }

    private static Set<Channel> channels(List<Object> values, String pointer, FieldErrors errors) {
        Set<Channel> channels = EnumSet.noneOf(Channel.class);
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            Optional<Channel> channel = value instanceof String wire ? Channel.ofWire(wire) : Optional.empty();
            if (channel.isEmpty() || !channels.add(channel.get())) {
                errors.add(FieldErrors.child(pointer, i), JsonFields.display(value), CHANNELS + ", each once");
            }
        }
        return channels;
    }

    private static void write(JsonGenerator json, NotificationType type) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", type.name());
        Json.text(json, "displayName", type.displayName());
        Json.text(json, "category", type.category());
        json.writeArrayFieldStart("channels");
        for (Channel channel : new TreeSet<>(type.channels())) {
            json.writeString(channel.wire());
        }
        json.writeEndArray();
        json.writeStringField("maxPriority", type.maxPriority().wire());
        json.writeFieldName("perUserAndHour");
        if (type.perUserAndHour().isPresent()) {
            json.writeNumber(type.perUserAndHour().getAsInt());
        } else {
            json.writeNull();
        }
        json.writeBooleanField("required", type.required());
        Json.text(json, "expiresAfter", type.expiresAfter().map(Duration::toString));
        json.writeBooleanField("repeatable", type.repeatable());
        json.writeEndObject();
    }
}
