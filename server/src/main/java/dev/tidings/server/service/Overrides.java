package dev.tidings.server.service;

import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.hot.HotState;
import dev.tidings.core.log.Log;
import dev.tidings.server.config.Config;
import dev.tidings.server.inbox.Inbox;
import dev.tidings.server.intake.Intake;
import dev.tidings.server.schedule.SchedulerOptions;
import dev.tidings.widecolumn.Engine;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Replacements of components of a {@link Service}, for benchmarks and fault injection.
 *
 * @param tables opens external tables instead of those in the data folder; called once, and the service closes the engine
 * @param schedule how the schedule is swept; by default as the only process
 * @param log decorates the log
 * @param hot decorates the hot state
 * @param intake replaces or decorates the intake that the HTTP server uses
 * @param inbox replaces or decorates the inbox that the HTTP server uses
 * @param providerKinds further kinds of providers
 */
public record Overrides(
        Optional<Function<Config, Engine>> tables,
        Optional<SchedulerOptions> schedule,
        UnaryOperator<Log> log,
        UnaryOperator<HotState> hot,
        UnaryOperator<Intake> intake,
        UnaryOperator<Inbox> inbox,
        List<ProviderKind> providerKinds) {
    public static final Overrides NONE = new Overrides(
            Optional.empty(),
            Optional.empty(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            List.of());

    public Overrides withTables(Function<Config, Engine> opened) {
        return new Overrides(Optional.of(opened), schedule, log, hot, intake, inbox, providerKinds);
    }

    public Overrides withSchedule(SchedulerOptions options) {
        return new Overrides(tables, Optional.of(options), log, hot, intake, inbox, providerKinds);
    }

    public Overrides withLog(UnaryOperator<Log> decorated) {
        return new Overrides(tables, schedule, decorated, hot, intake, inbox, providerKinds);
    }

    public Overrides withHot(UnaryOperator<HotState> decorated) {
        return new Overrides(tables, schedule, log, decorated, intake, inbox, providerKinds);
    }

    public Overrides withIntake(UnaryOperator<Intake> decorated) {
        return new Overrides(tables, schedule, log, hot, decorated, inbox, providerKinds);
    }

    public Overrides withInbox(UnaryOperator<Inbox> decorated) {
        return new Overrides(tables, schedule, log, hot, intake, decorated, providerKinds);
    }

    public Overrides withProviderKinds(List<ProviderKind> further) {
        return new Overrides(tables, schedule, log, hot, intake, inbox, further);
    }
}
