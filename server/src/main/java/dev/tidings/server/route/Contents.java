package dev.tidings.server.route;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.log.Envelope;
import dev.tidings.tables.ContentRow;
import dev.tidings.widecolumn.Engine;
import java.util.UUID;

/** What notifications say, wherever it is kept: in the request, or once for all of a list. */
final class Contents {
    /** Of lists that are being routed: each is asked for once for every user of it. */
    private static final int MOST_KEPT = 200;

    private static final Content GONE = new Content(null, null, null, null);

    private final Engine engine;
    private final SendRequestParser parser;
    private final Cache<Key, Content> shared =
            Caffeine.newBuilder().maximumSize(MOST_KEPT).build();

    private record Key(String tenant, UUID notification) {}

    Contents(Engine engine, SendRequestParser parser) {
        this.engine = engine;
        this.parser = parser;
    }

    /** May block. */
    Content of(Envelope envelope) {
        Notification n = envelope.notification();
        return envelope.shared()
                ? shared.get(new Key(n.tenant(), n.id()), key -> read(n))
                : parser.reread(n.request()).content();
    }

    private Content read(Notification n) {
        return engine.readOne(ContentRow.TABLE.select(ContentRow.ONE, n.tenant(), n.id(), RouteRows.contentLocale(n)))
                .join()
                .map(row -> new Content(row.title(), row.body(), row.data(), row.deepLink()))
                .orElse(GONE);
    }
}
