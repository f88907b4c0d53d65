package dev.tidings.server.removal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.metadata.RecurringSchedule;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.erasure.RequestUsers;
import dev.tidings.server.recurring.RecurringScheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Removes erased users from the recipients of recurring schedules. A schedule without recipients is deleted. */
final class RecurringFates {
    private static final int PAGE = 100;
    private static final String ACTOR = "erasure";

    private final ErasedUsers erased;
    private final RecurringScheduler recurring;
    private final RemovalTally tally;

    RecurringFates(ErasedUsers erased, RecurringScheduler recurring, RemovalTally tally) {
        this.erased = erased;
        this.recurring = recurring;
        this.tally = tally;
    }

    void sweep(String tenant) {
        for (RecurringSchedule schedule : all(tenant)) {
            byte[] request = schedule.request().getBytes(UTF_8);
            List<String> users = RequestUsers.of(request);
            List<String> gone = users.stream()
                    .filter(user -> erased.isErased(tenant, user, schedule.createdAt()))
                    .toList();
            gone.forEach(user -> tally.add(new UserKey(tenant, user), "recurring"));
            if (gone.isEmpty()) {
                continue;
            }
            if (gone.size() == users.size()) {
                recurring.delete(tenant, schedule.name(), ACTOR);
            } else {
                recurring.replaceRequest(schedule, new String(RequestUsers.without(request, gone), UTF_8), ACTOR);
            }
        }
    }

    private List<RecurringSchedule> all(String tenant) {
        List<RecurringSchedule> found = new ArrayList<>();
        Optional<String> after = Optional.empty();
        do {
            ResultPage<RecurringSchedule> page = recurring.list(tenant, after, PAGE);
            found.addAll(page.items());
            after = page.next();
        } while (after.isPresent());
        return found;
    }
}
