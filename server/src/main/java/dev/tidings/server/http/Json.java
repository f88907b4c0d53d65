package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import dev.tidings.server.validation.FieldError;
import dev.tidings.server.validation.Times;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** Writes JSON: encodes a response body to bytes, and writes problems, times, optional texts and raw JSON as fields. */
final class Json {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final SerializableString LINE = new SerializedString("\n");

    /** Writes one JSON value. */
    interface JsonValue {
        void write(JsonGenerator json) throws IOException;
    }

    /** Writes objects of a type as JSON. */
    interface JsonView<T> {
        void write(JsonGenerator json, T thing) throws IOException;
    }

    private Json() {}

    static byte[] bytes(JsonValue value) {
        ByteArrayBuilder bytes = new ByteArrayBuilder(512);
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            // Several root values make NDJSON.
            json.setRootValueSeparator(LINE);
            value.write(json);
        } catch (IOException impossible) {
            throw new IllegalStateException("writing to memory", impossible);
        }
        return bytes.getClearAndRelease();
    }

    static void problem(JsonGenerator json, ProblemException failure) throws IOException {
        Problem problem = failure.problem();
        json.writeStartObject();
        json.writeStringField("type", problem.documentationPath());
        json.writeStringField("title", problem.title());
        json.writeNumberField("status", problem.status());
        json.writeStringField("code", problem.code());
        json.writeStringField("detail", failure.getMessage());
        json.writeArrayFieldStart("errors");
        for (FieldError error : failure.errors()) {
            json.writeStartObject();
            json.writeStringField("pointer", error.pointer());
            json.writeStringField("value", error.value());
            json.writeStringField("expected", error.expected());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    static void time(JsonGenerator json, String name, Instant time) throws IOException {
        json.writeStringField(name, time == null ? null : Times.text(time));
    }

    static void text(JsonGenerator json, SerializableString name, String text) throws IOException {
        json.writeFieldName(name);
        json.writeString(text);
    }

    static void time(JsonGenerator json, SerializableString name, Instant time) throws IOException {
        text(json, name, time == null ? null : Times.text(time));
    }

    static void time(JsonGenerator json, String name, Optional<Instant> time) throws IOException {
        time(json, name, time.orElse(null));
    }

    static void text(JsonGenerator json, String name, Optional<String> text) throws IOException {
        json.writeStringField(name, text.orElse(null));
    }

    /** Writes a value that is JSON already; null if it is absent. */
    static void raw(JsonGenerator json, String name, String value) throws IOException {
        json.writeFieldName(name);
        raw(json, value);
    }

    static void raw(JsonGenerator json, SerializableString name, String value) throws IOException {
        json.writeFieldName(name);
        raw(json, value);
    }

    private static void raw(JsonGenerator json, String value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else {
            json.writeRawValue(value);
        }
    }
}
