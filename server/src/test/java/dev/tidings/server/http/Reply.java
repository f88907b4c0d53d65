package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An HTTP response. */
record Reply(int status, HttpHeaders headers, String body) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static Reply of(HttpResponse<String> response) {
        return new Reply(response.statusCode(), response.headers(), response.body());
    }

    JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            throw new AssertionError("no JSON: " + body, e);
        }
    }

    List<JsonNode> lines() {
        return body.lines().map(line -> new Reply(status, headers, line).json()).toList();
    }

    String text(String field) {
        return json().path(field).asText();
    }

    String code() {
        return text("code");
    }

    List<String> pointers() {
        List<String> pointers = new ArrayList<>();
        json().path("errors")
                .forEach(error -> pointers.add(error.path("pointer").asText()));
        return pointers;
    }

    Optional<String> header(String name) {
        return headers.firstValue(name);
    }

    @Override
    public String toString() {
        return status + " " + body;
    }
}
