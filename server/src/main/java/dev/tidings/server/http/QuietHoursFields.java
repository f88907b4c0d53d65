package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.model.QuietHours;
import dev.tidings.server.intake.SendTimeFields;
import java.io.IOException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads and writes quiet hours as JSON: {@code {"from":"22:00","to":"07:00","zone":"Europe/Berlin"}}. */
final class QuietHoursFields {
    private static final String NAME = "quietHours";
    private static final String TIME = "a time of day such as 22:00";
    private static final Pattern TIMES = Pattern.compile("([01][0-9]|2[0-3]):[0-5][0-9]");

    private QuietHoursFields() {}

    /** Empty if the field is absent; contains an empty one if the quiet hours are to be removed. */
    static Optional<Optional<QuietHours>> change(JsonFields fields) {
        if (fields.isNull(NAME)) {
            return Optional.of(Optional.empty());
        }
        return fields.object(NAME).map(QuietHoursFields::read);
    }

    private static Optional<QuietHours> read(JsonFields fields) {
        Optional<LocalTime> from = time(fields, "from");
        Optional<LocalTime> to = time(fields, "to");
        // Null is accepted, so that a response can be sent back as a request.
        Optional<ZoneId> zone = fields.isNull("zone")
                ? Optional.empty()
                : fields.text("zone", SendTimeFields.TIME_ZONE, SendTimeFields::isTimeZone)
                        .map(ZoneId::of);
        fields.rejectUnknown();
        if (from.isEmpty() || to.isEmpty()) {
            return Optional.empty();
        }
        if (from.equals(to)) {
            fields.errors().add(fields.pointer("to"), to.get().toString(), "another time than from");
            return Optional.empty();
        }
        return Optional.of(new QuietHours(from.get(), to.get(), zone));
    }

    private static Optional<LocalTime> time(JsonFields fields, String name) {
        Optional<String> text =
                fields.text(name, TIME, given -> TIMES.matcher(given).matches());
        fields.required(name, text, TIME);
        return text.map(LocalTime::parse);
    }

    static void write(JsonGenerator json, Optional<QuietHours> hours) throws IOException {
        if (hours.isEmpty()) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeStringField("from", hours.get().from().toString());
        json.writeStringField("to", hours.get().to().toString());
        Json.text(json, "zone", hours.get().zone().map(ZoneId::getId));
        json.writeEndObject();
    }
}
