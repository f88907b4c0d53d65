package dev.tidings.torture.schedule;

import dev.tidings.client.ProblemException;
import dev.tidings.client.TidingsClient;
import dev.tidings.client.model.BatchResult;
import dev.tidings.client.model.Notification;
import dev.tidings.client.model.SendTime;
import dev.tidings.torture.service.ServiceClients;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.net.http.HttpClient;
import java.time.Instant;
import java.util.List;

/**
 * The calls of the schedule runs: schedules, cancels and reschedules notifications as any client would. A temporary refusal is thrown like a
 * missing answer, as a TidingsException; any other unexpected answer is an error of the run.
 */
final class ScheduleApi {
    /** The requested time had passed when the call arrived: it waited for a restart. */
    private static final int TIME_PASSED = 422;

    private final TidingsClient client;

    ScheduleApi(HttpClient http, ServiceProcess service) throws IOException {
        client = ServiceClients.of(http, service);
    }

    /** Schedules all of them; those refused temporarily get no id. */
    void send(List<PlannedNotification> planned) {
        List<Notification> notifications = planned.stream()
                .map(one -> Notification.to(one.user)
                        .title("Torture")
                        .sendAt(one.due())
                        .build())
                .toList();
        for (BatchResult result : sendBatch(notifications)) {
            if (result.accepted()) {
                planned.get(result.line() - 1).accepted(result.id(), result.sendAt() != null);
            } else if (!List.of(TIME_PASSED, 429, 503).contains(result.status())) {
                throw new IllegalStateException("unexpected answer: " + result);
            }
        }
    }

    private List<BatchResult> sendBatch(List<Notification> notifications) {
        try {
            return client.notifications().sendBatch(notifications);
        } catch (ProblemException refused) {
            throw temporary(refused);
        }
    }

    /** Returns false if nothing changed, usually because it was too late. */
    boolean cancel(PlannedNotification planned) {
        return decided(() -> client.notifications().cancel(planned.id()));
    }

    /** Returns false if nothing changed, usually because it was too late. */
    boolean move(PlannedNotification planned, Instant to) {
        return decided(() -> client.notifications().reschedule(planned.id(), SendTime.at(to)));
    }

    private static boolean decided(Runnable change) {
        try {
            change.run();
            return true;
        } catch (ProblemException refused) {
            boolean tooLate = refused.status() == 409 && refused.code().equals("too_late");
            // An accepted notification that is not found is lost, which the final check reports.
            if (tooLate || refused.status() == TIME_PASSED || refused.status() == 404) {
                return false;
            }
            throw temporary(refused);
        }
    }

    long unread(String user) {
        return client.user(user).unread();
    }

    private static ProblemException temporary(ProblemException refused) {
        if (refused.status() == 429 || refused.status() >= 500) {
            return refused;
        }
        throw new IllegalStateException("unexpected answer", refused);
    }
}
