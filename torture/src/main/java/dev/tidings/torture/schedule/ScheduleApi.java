package dev.tidings.torture.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.torture.service.ServiceClient;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;

/** The HTTP calls of the schedule runs: schedules, cancels and reschedules notifications as any client would. */
final class ScheduleApi {
    /** The requested time had passed when the call arrived: it waited for a restart. */
    private static final int TIME_PASSED = 422;

    private final ServiceClient calls;

    ScheduleApi(HttpClient http, ServiceProcess service) throws IOException {
        calls = new ServiceClient(http, service);
    }

    /** Schedules all of them; those refused temporarily get no id. */
    void send(List<PlannedNotification> planned) throws IOException, InterruptedException {
        StringBuilder lines = new StringBuilder();
        for (PlannedNotification one : planned) {
            lines.append("{\"to\":{\"user\":\"")
                    .append(one.user)
                    .append("\"},\"title\":\"Torture\",\"sendAt\":\"")
                    .append(one.due())
                    .append("\"}\n");
        }
        HttpResponse<String> answer = call("/v1/notifications/batch", "application/x-ndjson", lines.toString());
        if (answer.statusCode() != 200) {
            throw refuse(answer);
        }
        for (String line : answer.body().strip().split("\n")) {
            JsonNode one = ServiceClient.JSON.readTree(line);
            if (one.path("status").asInt() == 202) {
                planned.get(one.path("line").asInt() - 1)
                        .accepted(one.path("id").asText(), one.hasNonNull("sendAt"));
            } else if (!List.of(TIME_PASSED, 429, 503)
                    .contains(one.path("status").asInt())) {
                throw new IllegalStateException("unexpected answer: " + line);
            }
        }
    }

    /** Returns false if nothing changed, usually because it was too late. */
    boolean cancel(PlannedNotification planned) throws IOException, InterruptedException {
        return decided(call("/v1/notifications/" + planned.id() + "/cancel", "application/json", ""));
    }

    /** Returns false if nothing changed, usually because it was too late. */
    boolean move(PlannedNotification planned, Instant to) throws IOException, InterruptedException {
        return decided(call(
                "/v1/notifications/" + planned.id() + "/reschedule",
                "application/json",
                "{\"sendAt\":\"" + to + "\"}"));
    }

    private static boolean decided(HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() == 200) {
            return true;
        }
        if (answer.statusCode() == 409
                && ServiceClient.JSON
                        .readTree(answer.body())
                        .path("code")
                        .asText()
                        .equals("too_late")) {
            return false;
        }
        if (answer.statusCode() == TIME_PASSED || answer.statusCode() == 404) {
            // An accepted notification that is not found is lost, which the final check reports.
            return false;
        }
        throw refuse(answer);
    }

    long unread(String user) throws IOException, InterruptedException {
        return calls.unread(user);
    }

    /** Treats a temporary refusal like a missing answer; any other unexpected status is an error of the run. */
    private static IOException refuse(HttpResponse<String> answer) {
        if (answer.statusCode() == 429 || answer.statusCode() >= 500) {
            return new IOException(answer.statusCode() + " " + answer.body());
        }
        throw new IllegalStateException("unexpected answer: " + answer.statusCode() + " " + answer.body());
    }

    private HttpResponse<String> call(String path, String type, String body) throws IOException, InterruptedException {
        return calls.answer(
                body.isEmpty() ? calls.request(path).POST(BodyPublishers.noBody()) : calls.post(path, type, body));
    }
}
