package dev.tidings.client;

import dev.tidings.client.model.Recurring;
import dev.tidings.client.model.RecurringSchedule;

/**
 * Recurring schedules.
 *
 * <pre>{@code
 * tidings.recurring().put("morning", RecurringSchedule.cron(
 *         "0 9 * * 1-5", ZoneId.of("Europe/Berlin"), Notification.to("usr_42").title("Good morning").build()));
 * }</pre>
 */
public final class RecurringSchedules {
    private final HttpCalls calls;

    RecurringSchedules(HttpCalls calls) {
        this.calls = calls;
    }

    /** By name. */
    public Pages<Recurring> list() {
        return new Pages<>(() -> calls.to(Operation.LIST_RECURRING_SCHEDULES), Recurring.class);
    }

    /** A schedule with its next occurrences. */
    public Recurring get(String name) {
        return calls.to(Operation.GET_RECURRING_SCHEDULE, name).as(Recurring.class);
    }

    /** Creates or replaces a schedule. An identical one changes nothing. */
    public Recurring put(String name, RecurringSchedule schedule) {
        return calls.to(Operation.PUT_RECURRING_SCHEDULE, name).json(schedule).as(Recurring.class);
    }

    public void delete(String name) {
        calls.to(Operation.DELETE_RECURRING_SCHEDULE, name).send();
    }

    public Recurring pause(String name) {
        return calls.to(Operation.PAUSE_RECURRING_SCHEDULE, name).as(Recurring.class);
    }

    /** Occurrences during the pause are not sent later. */
    public Recurring resume(String name) {
        return calls.to(Operation.RESUME_RECURRING_SCHEDULE, name).as(Recurring.class);
    }
}
