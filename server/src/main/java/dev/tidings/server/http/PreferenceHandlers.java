package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.types.TypeService;
import dev.tidings.server.users.PreferenceService;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/** Shows and changes the preferences of a user: channels on or off, by category and by type, and quiet hours. */
final class PreferenceHandlers {
    private final PreferenceService preferences;
    private final TypeService types;

    PreferenceHandlers(PreferenceService preferences, TypeService types) {
        this.preferences = preferences;
        this.types = types;
    }

    CompletionStage<ApiResponse> get(ApiRequest call) {
        return preferences.find(call.user()).thenApply(PreferenceHandlers::answer);
    }

    CompletionStage<ApiResponse> patch(ApiRequest call) {
        UserKey user = call.user();
        JsonFields fields = JsonFields.ofBody(call.body());
        return types.all(user.tenant())
                .thenCompose(known -> preferences.change(user, patch(fields, known), call.actor()))
                .thenApply(PreferenceHandlers::answer);
    }

    private static PreferencePatch patch(JsonFields fields, Map<String, NotificationType> known) {
        PreferencePatchReader reader = new PreferencePatchReader(fields, known);
        return reader.read();
    }

    private static ApiResponse answer(Preferences of) {
        return ApiResponse.json(200, json -> {
            json.writeStartObject();
            json.writeNumberField("version", of.version());
            json.writeFieldName("channels");
            channels(json, of.channels());
            json.writeFieldName("categories");
            named(json, of.categories());
            json.writeFieldName("types");
            named(json, of.types());
            json.writeFieldName("quietHours");
            QuietHoursFields.write(json, of.quietHours());
            json.writeEndObject();
        });
    }

    private static void named(JsonGenerator json, Map<String, Map<Channel, Boolean>> by) throws IOException {
        json.writeStartObject();
        for (Map.Entry<String, Map<Channel, Boolean>> entry : by.entrySet()) {
            json.writeFieldName(entry.getKey());
            channels(json, entry.getValue());
        }
        json.writeEndObject();
    }

    private static void channels(JsonGenerator json, Map<Channel, Boolean> by) throws IOException {
        json.writeStartObject();
        for (Map.Entry<Channel, Boolean> entry : new TreeMap<>(by).entrySet()) {
            json.writeBooleanField(entry.getKey().wire(), entry.getValue());
        }
        json.writeEndObject();
    }
}
