package dev.tidings.server.route;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Target;
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

    ExpandStage(Engine engine, Log log, SendRequestParser parser, TemplateService templates) {
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
        for (LogRecord record : records) {
            Envelope envelope = EnvelopeCodec.decode(record.entry().payload());
            Notification n = envelope.notification();
            SendRequest request = parser.parseAccepted(n.request());
            Target.Users target = (Target.Users) request.target();
            // Stored once for all users, so it can't be localised per user.
            writes.add(RouteRows.content(n, InAppContent.inApp(n, n.locale(), request.content(), templates)));
            writes.add(RouteRows.details(n, target, target.users().size()));
            writes.add(RouteRows.ofTenant(n, target));
            Notification light = withoutRequest(n);
            for (String user : target.users()) {
                writes.add(RouteRows.recipient(n, user));
                entries.add(EnvelopeCodec.entry(
                        new Envelope(light, Optional.of(user), true, record.redelivered() || envelope.redelivered())));
            }
        }
        engine.writeAndWait(Batch.acrossPartitions(writes));
        log.append(entries).join();
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
