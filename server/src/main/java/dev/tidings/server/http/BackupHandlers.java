package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.server.auth.BlockingPool;
import dev.tidings.server.backup.BackupStatus;
import dev.tidings.server.backup.Backups;
import dev.tidings.server.validation.ValueRules;
import java.io.IOException;
import java.util.concurrent.CompletionStage;

/** Handles {@code /v1/backups}: starts a backup into the configured folder, and reports its state. */
final class BackupHandlers {
    private final Backups backups;
    private final BlockingPool calls;

    BackupHandlers(ApiContext api) {
        this.backups = api.service().backups();
        this.calls = api.pools().metadata();
    }

    CompletionStage<ApiResponse> start(ApiRequest call) {
        String name = name(call);
        return calls.submit(() -> backups.start(name)
                .map(started -> ApiResponse.json(202, json -> write(json, started)))
                .orElseThrow(() -> refusal(name)));
    }

    private String name(ApiRequest call) {
        if (call.body().length == 0) {
            return backups.newName();
        }
        JsonFields fields = JsonFields.ofBody(call.body());
        String name =
                fields.text("name", ValueRules.TYPE_NAME, ValueRules::isName).orElseGet(backups::newName);
        fields.throwIfInvalid();
        return name;
    }

    private ProblemException refusal(String name) {
        return backups.isRunning()
                ? new ProblemException(Problem.BACKUP_RUNNING, "a backup is in progress")
                : new ProblemException(Problem.ALREADY_EXISTS, "a backup with the name " + name + " exists");
    }

    CompletionStage<ApiResponse> get(ApiRequest call) {
        String name = call.pathName("backup");
        return calls.submit(() -> backups.find(name)
                .map(found -> ApiResponse.json(200, json -> write(json, found)))
                .orElseThrow(() -> ProblemException.notFound("backup")));
    }

    private static void write(JsonGenerator json, BackupStatus status) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", status.name());
        json.writeStringField("state", status.state().wire());
        json.writeStringField("folder", status.folder().toString());
        Json.time(json, "startedAt", status.startedAt());
        json.writeNumberField("bytes", status.bytes());
        if (status.problem().isPresent()) {
            json.writeStringField("problem", status.problem().get());
        }
        json.writeEndObject();
    }
}
