package dev.tidings.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tidings.core.metadata.AuditEntry;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.server.auth.BlockingPool;
import java.io.IOException;
import java.util.concurrent.CompletionStage;

/** Handles {@code GET /v1/audit}: lists the audit log of the caller's tenant, newest first, in pages. */
final class AuditHandler {
    private final MetadataStore metadata;
    private final BlockingPool calls;

    AuditHandler(MetadataStore metadata, BlockingPool calls) {
        this.metadata = metadata;
        this.calls = calls;
    }

    CompletionStage<ApiResponse> list(ApiRequest call) {
        return PageResponses.answer(
                call,
                "audit",
                AuditHandler::write,
                before -> calls.submit(() -> metadata.audit().list(call.tenant(), before, call.limit())));
    }

    private static void write(JsonGenerator json, AuditEntry entry) throws IOException {
        json.writeStartObject();
        json.writeNumberField("id", entry.id());
        Json.time(json, "at", entry.at());
        json.writeStringField("actor", entry.actor());
        json.writeStringField("action", entry.action());
        json.writeStringField("subject", entry.subject());
        json.writeEndObject();
    }
}
