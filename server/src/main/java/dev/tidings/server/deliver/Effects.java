package dev.tidings.server.deliver;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.server.log.EnvelopeCodec;
import dev.tidings.server.schedule.Later;
import dev.tidings.server.schedule.LaterRecords;
import dev.tidings.server.schedule.Overflow;
import dev.tidings.widecolumn.Answers;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes durable what came of deliveries. What comes while something is being written is written together, next.
 *
 * <p>The rows are last. They say that an attempt was made, so that nobody makes it again; whatever has to follow from it must be
 * there by then.
 */
final class Effects {
    private static final Logger LOG = LoggerFactory.getLogger(Effects.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(10);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final Engine engine;
    private final Overflow log;
    private final LaterRecords later;
    private List<Effect> waiting = new ArrayList<>();
    private boolean writing;
    private final boolean insists;
    /** Why what is being written is not written yet; null if there is no trouble. */
    private volatile Throwable trouble;

    /**
     * What is to be written of one delivery.
     *
     * @param later what is to be done with it some other time
     * @param told what the tenant is told about it
     */
    record Effect(List<Later> later, List<LogEntry> told, List<Write> rows, CompletableFuture<Void> durable) {
        Effect(List<Later> later, List<LogEntry> told, List<Write> rows) {
            this(later, told, rows, new CompletableFuture<>());
        }

        /** Of rows alone. */
        Effect(List<Write> rows) {
            this(List.of(), List.of(), rows);
        }

        boolean isNothing() {
            return later.isEmpty() && told.isEmpty() && rows.isEmpty();
        }
    }

    private Effects(Engine engine, Overflow log, LaterRecords later, boolean insists) {
        this.engine = engine;
        this.log = log;
        this.later = later;
        this.insists = insists;
    }

    /** Says so when something can't be written now: whoever reported it will do so again. */
    static Effects thatFail(Engine engine, Overflow log, LaterRecords later) {
        return new Effects(engine, log, later, false);
    }

    /** Tries until it is written: what came of a call is known nowhere else, and without it the call would be made again. */
    static Effects thatInsist(Engine engine, Overflow log, LaterRecords later) {
        return new Effects(engine, log, later, true);
    }

    /** Throws while something can't be written: whatever else would come of new calls would only wait behind it. */
    void checkThatItIsWritten() {
        Throwable why = trouble;
        if (why != null) {
            throw new StoreException(
                    StoreException.Reason.OVERLOADED, "what came of other deliveries can't be written yet", why);
        }
    }

    /** Durable when it completes. If it fails, nobody knows how much of it is. */
    CompletableFuture<Void> write(Effect effect) {
        if (effect.isNothing()) {
            return CompletableFuture.completedFuture(null);
        }
        write(List.of(effect));
        return effect.durable();
    }

    /** Several at once; each completes when it is durable. */
    void write(List<Effect> effects) {
        synchronized (this) {
            waiting.addAll(effects);
            if (writing) {
                return;
            }
            writing = true;
        }
        next();
    }

    private void next() {
        List<Effect> taken;
        synchronized (this) {
            if (waiting.isEmpty()) {
                writing = false;
                return;
            }
            taken = waiting;
            waiting = new ArrayList<>();
        }
        write(new Writing(taken), FIRST_PAUSE);
    }

    private void write(Writing writing, Duration pause) {
        writing.store().whenComplete((ok, failure) -> {
            if (failure != null && insists && passes(Answers.cause(failure))) {
                writeLater(writing, pause, Answers.cause(failure));
                return;
            }
            trouble = null;
            for (Effect effect : writing.effects) {
                if (failure == null) {
                    effect.durable().complete(null);
                } else {
                    effect.durable().completeExceptionally(failure);
                }
            }
            next();
        });
    }

    private void writeLater(Writing writing, Duration pause, Throwable failure) {
        if (trouble == null) {
            LOG.warn(
                    "what came of {} deliveries can't be written yet; it is tried until it can be",
                    writing.effects.size(),
                    failure);
        }
        trouble = failure;
        Duration longer = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause.multipliedBy(2);
        CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> write(writing, longer));
    }

    /** Rows and records say the same each time, and events that they are repeats: one that was written after all is no harm. */
    private static boolean passes(Throwable failure) {
        if (failure instanceof StoreException store) {
            return store.reason() == StoreException.Reason.UNKNOWN_OUTCOME
                    || store.retrySafe() && store.reason() != StoreException.Reason.CLOSED;
        }
        return failure instanceof LogException log && log.reason() != LogException.Reason.CLOSED;
    }

    /**
     * What is written together, and how far that has come. Tables may refuse the rows for hours: what comes before them is not written
     * again each time, or tenants would be told as often.
     */
    private final class Writing {
        private final List<Effect> effects;
        private final List<Step> before = new ArrayList<>();
        private final List<Write> rows = new ArrayList<>();

        Writing(List<Effect> effects) {
            this.effects = effects;
            List<Later> records = new ArrayList<>();
            // By tenant: one who can't be told has nothing told twice to the others.
            Map<String, List<LogEntry>> told = new LinkedHashMap<>();
            for (Effect effect : effects) {
                records.addAll(effect.later());
                effect.told()
                        .forEach(event -> told.computeIfAbsent(event.tenant(), tenant -> new ArrayList<>())
                                .add(event));
                rows.addAll(effect.rows());
            }
            if (!records.isEmpty()) {
                before.add(new Step(() -> later.addRecords(records)));
            }
            told.values()
                    .forEach(events ->
                            before.add(new Step(() -> log.append(events), () -> log.append(repeated(events)))));
        }

        CompletableFuture<Void> store() {
            return CompletableFuture.allOf(before.stream().map(Step::take).toArray(CompletableFuture[]::new))
                    .thenCompose(done -> rows.isEmpty()
                            ? CompletableFuture.completedFuture(null)
                            : engine.write(Batch.acrossPartitions(rows)));
        }
    }

    /** Marked, so that whoever has told them already does not do so again. */
    private static List<LogEntry> repeated(List<LogEntry> events) {
        return events.stream().map(EnvelopeCodec::repeated).toList();
    }
}
