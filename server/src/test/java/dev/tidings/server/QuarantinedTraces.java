package dev.tidings.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Priority;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.server.pipeline.Quarantine;
import dev.tidings.server.storage.Storage;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Puts readable records into the quarantine. */
final class QuarantinedTraces {
    private QuarantinedTraces() {}

    /** @param user empty for a record whose users are named in the request */
    static void leave(Storage storage, String tenant, Optional<String> user, String request) {
        UUID id = storage.ids().next();
        Notification notification = new Notification(
                tenant,
                id,
                id,
                "default",
                Priority.NORMAL,
                Set.of(Channel.IN_APP),
                null,
                null,
                "key1",
                null,
                0,
                request.getBytes(UTF_8));
        Quarantine.of(storage)
                .add(EnvelopeCodec.entry(new Envelope(notification, user, false, false)), "poison of a test");
    }
}
