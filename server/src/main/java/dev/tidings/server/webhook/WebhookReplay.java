package dev.tidings.server.webhook;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.metadata.WebhookEventKind;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.Retention;
import dev.tidings.tables.TenantEventRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Appends the stored webhook events since a given time to the log again, for one endpoint that subscribes to them, and returns their
 * number.
 */
public final class WebhookReplay {
    private static final int PAGE = 500;

    private final Engine engine;
    private final Log log;
    private final Endpoints endpoints;
    private final IdGenerator ids;
    private final InstantSource clock;

    public WebhookReplay(Engine engine, Log log, Endpoints endpoints, IdGenerator ids, InstantSource clock) {
        this.engine = engine;
        this.log = log;
        this.endpoints = endpoints;
        this.ids = ids;
        this.clock = clock;
    }

    /**
     * Appends the events to the log again. Completes with their number when they are durable; empty if there is no such endpoint.
     * Events keep their ids. Blocks while the endpoint is looked up.
     */
    public Optional<CompletableFuture<Integer>> replaySince(String tenant, String endpoint, Instant since) {
        Instant oldest = clock.instant().minus(Retention.CHANGES);
        Instant from = since.isBefore(oldest) ? oldest : since;
        return endpoints.all(tenant).stream()
                .filter(one -> one.stored().id().equals(endpoint))
                .findFirst()
                .map(one -> new Scan(one, from).next(Buckets.hour(from), Optional.empty(), 0));
    }

    /** Walks forward from hour to hour and appends the events of each page. */
    private final class Scan {
        private final Endpoint endpoint;
        private final Instant from;
        private final int last = Buckets.hour(ids.horizon());

        Scan(Endpoint endpoint, Instant from) {
            this.endpoint = endpoint;
            this.from = from;
        }

        CompletableFuture<Integer> next(int hour, Optional<String> cursor, int count) {
            if (hour > last) {
                return CompletableFuture.completedFuture(count);
            }
            Select<TenantEventRow> select = TenantEventRow.TABLE
                    .select(TenantEventRow.SINCE, endpoint.stored().tenant(), hour)
                    .atLeast(UuidV7.smallestAt(from))
                    .limit(PAGE);
            cursor.ifPresent(select::after);
            // On another thread each time: cached pages complete on the calling thread, and a week of hours would
            // recurse deeply.
            return engine.read(select)
                    .thenComposeAsync(page -> append(page)
                            .thenCompose(appended -> page.next().isPresent()
                                    ? next(hour, page.next(), count + appended)
                                    : next(hour + 1, Optional.empty(), count + appended)));
        }

        private CompletableFuture<Integer> append(Page<TenantEventRow> page) {
            List<LogEntry> entries = page.rows().stream()
                    .filter(row -> WebhookEventKind.ofWire(row.kind())
                            .filter(endpoint.stored()::wants)
                            .isPresent())
                    .map(row -> new WebhookMessage(
                                    row.tenant(),
                                    endpoint.stored().id(),
                                    row.eventId(),
                                    row.messageId(),
                                    row.kind(),
                                    row.body(),
                                    1)
                            .entry())
                    .toList();
            return entries.isEmpty()
                    ? CompletableFuture.completedFuture(0)
                    : log.append(entries).thenApply(durable -> entries.size());
        }
    }
}
