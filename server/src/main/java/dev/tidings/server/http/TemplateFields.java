package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Template;
import dev.tidings.server.validation.FieldErrors;
import dev.tidings.server.validation.ValueRules;
import dev.tidings.templates.Locales;
import dev.tidings.templates.TemplateError;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads the key of a template from the path and its parts and variables from the body, and writes templates as JSON. */
final class TemplateFields {
    private static final String CHANNELS =
            "one of " + Arrays.stream(Channel.values()).map(Channel::wire).collect(Collectors.joining(", "));
    private static final String PARTS = "an object with the texts of the template, by the name of the part";
    private static final String VARIABLES = "an array of the names that the template uses, each once";

    private TemplateFields() {}

    /** The key of a template: type, channel and locale. */
    record TemplateKey(String type, Channel channel, String locale) {
        static TemplateKey of(ApiRequest call) {
            String type = call.pathName("name");
            String channel = call.pathText("channel");
            String locale = call.pathText("locale");
            if (!ValueRules.isLanguageTag(locale)) {
                throw ProblemException.parameter(
                        "path:locale", locale, "a language tag (BCP 47) such as en or pt-BR, or und as the fallback");
            }
            return new TemplateKey(
                    type,
                    Channel.ofWire(channel)
                            .orElseThrow(() -> ProblemException.parameter("path:channel", channel, CHANNELS)),
                    Locales.canonical(locale));
        }

        Template template(Map<String, String> parts, Set<String> variables, boolean active) {
            Template.State state = active ? Template.State.ACTIVE : Template.State.INACTIVE;
            return new Template(type, channel, locale, 0, state, parts, variables, Instant.EPOCH);
        }
    }

    /** The parts of a body that must have some. Adds errors to the fields. */
    static Map<String, String> requiredParts(JsonFields fields) {
        Optional<Map<String, String>> parts = parts(fields);
        return fields.required("parts", parts, Map.of(), PARTS);
    }

    static Optional<Map<String, String>> parts(JsonFields fields) {
        return fields.object("parts").map(texts -> {
            Map<String, String> parts = new TreeMap<>();
            texts.all().forEach((name, value) -> {
                if (value instanceof String text) {
                    parts.put(name, text);
                } else {
                    fields.errors().add(texts.pointer(name), JsonFields.display(value), "a text");
                }
            });
            return parts;
        });
    }

    static Set<String> variables(JsonFields fields) {
        Set<String> variables = new TreeSet<>();
        // Variables are optional: an empty list means the same as none.
        fields.list("variables", VARIABLES).ifPresent(values -> {
            for (int i = 0; i < values.size(); i++) {
                Object value = values.get(i);
                if (!(value instanceof String name) || !variables.add(name)) {
                    String pointer = FieldErrors.child(fields.pointer("variables"), i);
                    fields.errors().add(pointer, JsonFields.display(value), "the name of a variable, each once");
                }
            }
        });
        return variables;
    }

    static void throwIfAny(List<TemplateError> templateErrors) {
        FieldErrors errors = new FieldErrors();
        templateErrors.forEach(
                templateError -> errors.add(templateError.pointer(), templateError.value(), templateError.expected()));
        errors.throwIfAny();
    }

    static void write(JsonGenerator json, Template template) throws IOException {
        json.writeStartObject();
        json.writeStringField("type", template.type());
        json.writeStringField("channel", template.channel().wire());
        json.writeStringField("locale", template.locale());
        json.writeNumberField("revision", template.revision());
        json.writeStringField("state", template.state().wire());
        parts(json, template.parts());
        json.writeArrayFieldStart("variables");
        for (String name : template.variables()) {
            json.writeString(name);
        }
        json.writeEndArray();
        Json.time(json, "changedAt", Optional.of(template.changedAt()));
        json.writeEndObject();
    }

    static void parts(JsonGenerator json, Map<String, String> parts) throws IOException {
        json.writeObjectFieldStart("parts");
        for (Map.Entry<String, String> part : parts.entrySet()) {
            json.writeStringField(part.getKey(), part.getValue());
        }
        json.writeEndObject();
    }
}
