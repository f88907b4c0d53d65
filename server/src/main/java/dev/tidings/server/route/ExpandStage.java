package dev.tidings.server.route;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.erasure.RequestUsers;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.server.pipeline.StageProcessor;
import dev.tidings.templates.TemplateService;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The fan-out stage: turns a notification to a list of users into a record of the route stage per user. Stores the content and the
 * recipients first. A redelivered notification appends the same records, marked as redelivered, and takes effect once.
 */
final class ExpandStage implements StageProcessor {
    private static final byte[] NOTHING = {};

    private final Engine engine;
    private final Log log;
    private final SendRequestParser parser;
    private final TemplateService templates;
    private final ErasedUsers erased;
    private final SentShards sentShards;

    ExpandStage(
            Engine engine,
            Log log,
            SendRequestParser parser,
            TemplateService templates,
            ErasedUsers erased,
            SentShards sentShards) {
        this.sentShards = sentShards;
        this.erased = erased;
        this.engine = engine;
        this.log = log;
        this.parser = parser;
        this.templates = templates;
    }

    @Override
    public String about(byte[] payload) {
        return EnvelopeCodec.about(payload);
    }

    @Override
    public void handle(List<LogRecord> records) {
        List<Write> writes = new ArrayList<>();
        List<LogEntry> entries = new ArrayList<>();
        SentShards.BatchShards shards = sentShards.batch();
        for (LogRecord record : records) {
            Envelope envelope = EnvelopeCodec.decode(record.entry().payload());
            Notification n = withoutErased(envelope.notification());
            if (n != envelope.notification() && RequestUsers.of(n.request()).isEmpty()) {
                continue;
            }
            SendRequest request = parser.parseAccepted(n.request());
            Target.Users target = (Target.Users) request.target();
            // Stored once for all users, so it can't be localised per user.
            writes.add(RouteRows.content(n, InAppContent.inApp(n, n.locale(), request.content(), templates)));
            writes.add(RouteRows.details(n, target, target.users().size()));
            writes.add(RouteRows.ofTenant(n, target, shards.next(n)));
            Notification light = withoutRequest(n);
            for (String user : target.users()) {
                writes.add(RouteRows.recipient(n, user, target.users().size()));
                entries.add(EnvelopeCodec.entry(
                        new Envelope(light, Optional.of(user), true, record.redelivered() || envelope.redelivered())));
            }
        }
        if (!writes.isEmpty()) {
            shards.write(writes);
            engine.writeAndWait(Batch.acrossPartitions(writes));
            shards.written();
            log.append(entries).join();
        }
    }

    /** Users who were erased since it was accepted are left out, also of the request. */
    private Notification withoutErased(Notification n) {
        if (!erased.hasAny(n.tenant())) {
            return n;
        }
        List<String> gone = RequestUsers.of(n.request()).stream()
                .filter(user -> erased.isErased(new UserKey(n.tenant(), user), n))
                .toList();
        return gone.isEmpty() ? n : n.withRequest(RequestUsers.without(n.request(), gone));
    }

    private static Notification withoutRequest(Notification n) {
        return new Notification(
                n.tenant(),
                n.id(),
                n.position(),
                n.type(),
                n.priority(),
                n.channels(),
                n.locale(),
                n.expiresAt(),
                n.source(),
                null,
                n.templateRevision(),
                NOTHING);
    }
}
