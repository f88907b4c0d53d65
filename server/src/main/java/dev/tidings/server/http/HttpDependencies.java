package dev.tidings.server.http;

import dev.tidings.core.hot.HotState;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.server.explain.NotificationTrace;
import dev.tidings.server.inbox.Inbox;
import dev.tidings.server.inbox.InboxFeed;
import dev.tidings.server.intake.Intake;
import dev.tidings.server.intake.RequestLimits;
import dev.tidings.server.intake.SendTimeResolver;
import dev.tidings.server.recurring.RecurringScheduler;
import dev.tidings.server.schedule.ScheduleLayouts;
import dev.tidings.server.schedule.Schedules;
import dev.tidings.server.types.TypeService;
import dev.tidings.server.users.ContactService;
import dev.tidings.server.users.PreferenceService;
import dev.tidings.templates.TemplateService;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The components behind the HTTP server, passed to it at start and used by its handlers.
 *
 * @param metrics the metrics registry
 * @param health further health checks by name: empty if healthy, otherwise the problem. May block
 */
public record HttpDependencies(
        Intake intake,
        Inbox inbox,
        InboxFeed feed,
        HotState hot,
        NotificationTrace trace,
        RecurringScheduler recurringScheduler,
        Schedules schedules,
        SendTimeResolver sendTimeResolver,
        PreferenceService preferences,
        ContactService contacts,
        TypeService types,
        TemplateService templates,
        OutboundServices outboundServices,
        MetadataStore metadata,
        RequestLimits limits,
        InstantSource clock,
        ScheduleLayouts layouts,
        PrometheusMeterRegistry metrics,
        Map<String, Supplier<Optional<String>>> health) {
    public HttpDependencies {
        health = Map.copyOf(health);
    }
}
