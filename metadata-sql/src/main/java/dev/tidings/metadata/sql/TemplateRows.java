package dev.tidings.metadata.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Template;
import dev.tidings.metadata.sql.SqlTables.NotificationTemplates;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jooq.Field;
import org.jooq.Record;

/** Converts templates to rows of their table and back; executes no statements. */
final class TemplateRows {
    private static final ObjectMapper JSON = new ObjectMapper();

    private TemplateRows() {}

    static Map<Field<?>, Object> of(String tenant, Template template) {
        Map<Field<?>, Object> row = new HashMap<>();
        row.put(NotificationTemplates.TENANT, StorableTexts.key("tenant", tenant));
        row.put(NotificationTemplates.TYPE, StorableTexts.key("type", template.type()));
        row.put(NotificationTemplates.CHANNEL, template.channel().wire());
        row.put(
                NotificationTemplates.LOCALE,
                StorableTexts.text("locale", template.locale(), StorableTexts.SHORT_BYTES));
        row.put(NotificationTemplates.REVISION, template.revision());
        row.put(NotificationTemplates.STATE, template.state().wire());
        row.put(NotificationTemplates.CHANGED_AT, template.changedAt().toEpochMilli());
        row.put(NotificationTemplates.VARIABLES, json("variables", template.variables()));
        row.put(NotificationTemplates.PARTS, json("parts", template.parts()));
        return row;
    }

    static Template read(Record row) {
        return new Template(
                row.get(NotificationTemplates.TYPE),
                ColumnValues.parse(row.get(NotificationTemplates.CHANNEL), Channel::ofWire),
                row.get(NotificationTemplates.LOCALE),
                row.get(NotificationTemplates.REVISION),
                ColumnValues.parse(row.get(NotificationTemplates.STATE), Template.State::ofWire),
                value(row.get(NotificationTemplates.PARTS), new TypeReference<Map<String, String>>() {}),
                value(row.get(NotificationTemplates.VARIABLES), new TypeReference<Set<String>>() {}),
                ColumnValues.time(row.get(NotificationTemplates.CHANGED_AT)));
    }

    private static String json(String what, Object value) {
        try {
            return StorableTexts.text(what, JSON.writeValueAsString(value), StorableTexts.REQUEST_BYTES);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(what + " can't be written as JSON", e);
        }
    }

    private static <T> T value(String json, TypeReference<T> type) {
        try {
            return JSON.readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the database has a template that can't be read", e);
        }
    }
}
