package dev.tidings.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializerBase;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.function.Function;

/**
 * The JSON of the API: fields and values that are newer than the client are tolerated in responses, absent values are left out of
 * requests, and times are ISO 8601.
 */
final class Json {
    /** Entries of maps keep their null: in preferences it means the default. */
    static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(times())
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .enable(
                    DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE,
                    DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private Json() {}

    static byte[] write(Object body) {
        try {
            return MAPPER.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("can't be written as JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** The fields of a request, without those that only responses have. */
    static ObjectNode without(Object body, String... fields) {
        ObjectNode tree = MAPPER.valueToTree(body);
        for (String field : fields) {
            tree.remove(field);
        }
        return tree;
    }

    static JsonNode read(byte[] body) throws IOException {
        return MAPPER.readTree(body);
    }

    static <T> T convert(JsonNode json, Class<T> type) throws IOException {
        return MAPPER.treeToValue(json, type);
    }

    static JavaType type(Class<?> generic, Class<?> parameter) {
        return MAPPER.getTypeFactory().constructParametricType(generic, parameter);
    }

    private static SimpleModule times() {
        SimpleModule module = new SimpleModule();
        text(module, Instant.class, Instant::parse);
        text(module, Duration.class, Duration::parse);
        text(module, LocalTime.class, LocalTime::parse);
        text(module, ZoneId.class, ZoneId::of);
        module.addSerializer(LocalDateTime.class, new LocalDateTimeSerializer());
        return module;
    }

    private static <T> void text(SimpleModule module, Class<T> type, Function<String, T> parser) {
        module.addSerializer(type, new ToStringSerializer(type));
        module.addDeserializer(type, new TextDeserializer<>(type, parser));
    }

    /** With seconds, also if they are zero: the API requires them. */
    private static final class LocalDateTimeSerializer extends ToStringSerializerBase {
        private static final long serialVersionUID = 1L;

        LocalDateTimeSerializer() {
            super(LocalDateTime.class);
        }

        @Override
        public String valueToString(Object value) {
            return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format((LocalDateTime) value);
        }
    }

    private static final class TextDeserializer<T> extends FromStringDeserializer<T> {
        private static final long serialVersionUID = 1L;

        private final transient Function<String, T> parser;

        TextDeserializer(Class<T> type, Function<String, T> parser) {
            super(type);
            this.parser = parser;
        }

        @Override
        protected T _deserialize(String text, DeserializationContext context) {
            return parser.apply(text);
        }
    }
}
