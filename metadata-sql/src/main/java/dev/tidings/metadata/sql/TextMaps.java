package dev.tidings.metadata.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import java.util.TreeMap;

/** Converts the settings of a provider account, a map of texts, to a JSON object in one column and back. */
final class TextMaps {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<Map<String, String>> TYPE = new TypeReference<>() {};

    private TextMaps() {}

    /** Sorted, so that equal maps are stored alike. */
    static String write(Map<String, String> texts) {
        try {
            return JSON.writeValueAsString(new TreeMap<>(texts));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("texts that can't be written as JSON", e);
        }
    }

    static Map<String, String> read(String json) {
        try {
            return JSON.readValue(json, TYPE);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a column in the database is not a JSON object of texts", e);
        }
    }
}
