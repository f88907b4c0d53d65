package dev.tidings.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpHeaders;

/** A successful response. */
record ApiResponse(URI server, int status, HttpHeaders headers, byte[] body) {

    JsonNode json() {
        try {
            return Json.read(body);
        } catch (IOException e) {
            throw notJson(e);
        }
    }

    <T> T as(Class<T> type) {
        return convert(json(), type);
    }

    <T> T convert(JsonNode json, Class<T> type) {
        try {
            return Json.convert(json, type);
        } catch (IOException e) {
            throw notJson(e);
        }
    }

    InvalidResponseException notJson(Throwable cause) {
        return InvalidResponseException.notJson(server, status, cause);
    }
}
