package dev.tidings.server.route;

import dev.tidings.core.hot.HotState;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.Stage;
import dev.tidings.server.access.UnsubscribeLinks;
import dev.tidings.server.hot.ContactService;
import dev.tidings.server.hot.PreferenceService;
import dev.tidings.server.hot.RateLimits;
import dev.tidings.server.hot.TypeService;
import dev.tidings.server.hot.UserTurns;
import dev.tidings.server.intake.IdMint;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.schedule.LaterRecords;
import dev.tidings.server.schedule.Overflow;
import dev.tidings.server.template.TemplateService;
import dev.tidings.server.work.StageWork;
import dev.tidings.server.work.StageWorker;
import dev.tidings.widecolumn.Engine;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The workers that take notifications from the log to the inboxes. */
public final class Routing implements AutoCloseable {
    /** One at a time: each becomes up to a thousand, and one whose tenant has too much waiting must not hold up another's. */
    private static final int EXPANDED_AT_ONCE = 1;

    private static final int MOST_COUNTED = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(Routing.class);

    private final Log log;
    private final List<StageWorker> workers = new ArrayList<>();

    /** What routing reads and writes. */
    public record Parts(
            Engine engine,
            Log log,
            PreferenceService preferences,
            TypeService types,
            TemplateService templates,
            HotState hot,
            UserTurns turns,
            ContactService contacts,
            Reach reach,
            UnsubscribeLinks links,
            LaterRecords later,
            SendRequestParser parser,
            IdMint ids,
            InstantSource clock) {}

    /**
     * @param routers threads that decide
     * @param atOnce how many notifications one of them takes at a time; an urgent one waits for no more than these
     */
    public Routing(Parts parts, int routers, int atOnce) {
        log = parts.log();
        StageWork route = new RouteStage(
                parts.engine(),
                parts.preferences(),
                parts.types(),
                parts.hot(),
                parts.turns(),
                parts.contacts(),
                new Decider(new RateLimits(parts.engine(), parts.hot().windows()), parts.reach()),
                new Contents(parts.engine(), parts.parser(), parts.templates(), parts.links()),
                new Outbox(
                        new Overflow(parts.log(), parts.later(), parts.ids()::next, parts.clock()),
                        parts.later(),
                        parts.ids()),
                parts.ids(),
                parts.clock());
        StageWork expand = new ExpandStage(parts.engine(), parts.log(), parts.parser(), parts.templates());
        add("route", parts.log().consumers(Stage.ROUTE, routers), route, atOnce);
        add("expand", parts.log().consumers(Stage.EXPAND, 1), expand, EXPANDED_AT_ONCE);
    }

    private void add(String name, List<LogConsumer> consumers, StageWork work, int most) {
        for (LogConsumer consumer : consumers) {
            workers.add(new StageWorker(name + "-" + workers.size(), consumer, work, most));
        }
    }

    public Routing start() {
        for (Stage stage : Stage.values()) {
            int aside = log.setAside(stage, MOST_COUNTED).size();
            if (aside > 0) {
                LOG.warn(
                        "{}{} records of stage {} could not be handled and are set aside in the log",
                        aside,
                        aside == MOST_COUNTED ? " or more" : "",
                        stage);
            }
        }
        workers.forEach(StageWorker::start);
        return this;
    }

    /** Finishes what is under way. What waits in the log stays there. */
    @Override
    public void close() {
        workers.forEach(StageWorker::stop);
        try {
            for (StageWorker worker : workers) {
                worker.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
