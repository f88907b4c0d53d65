package dev.tidings.server.removal;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.erasure.RequestUsers;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.server.pipeline.MarkRecord;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.pipeline.OutboundDeliveryCodec;
import dev.tidings.server.webhook.EventUser;
import java.time.Instant;
import java.util.List;

/** Finds the erased users in log records, in the log itself and in rows of the schedule, which hold them until they are due. */
final class RecordFates {
    private final ErasedUsers erased;

    /**
     * The erased users that a record is for.
     *
     * @param users those who were erased after the record was accepted
     * @param only whether it is for nobody else
     */
    record ErasedRecipients(List<UserKey> users, boolean only) {
        static final ErasedRecipients NONE = new ErasedRecipients(List.of(), false);
    }

    RecordFates(ErasedUsers erased) {
        this.erased = erased;
    }

    boolean concernsErased(LogEntry entry) {
        return !recipients(entry).users().isEmpty();
    }

    /** None if the record can't be read: it is never sent either. */
    ErasedRecipients recipients(LogEntry entry) {
        if (!erased.hasAny(entry.tenant())) {
            return ErasedRecipients.NONE;
        }
        try {
            return ofReadable(entry);
        } catch (RuntimeException unreadable) {
            return ErasedRecipients.NONE;
        }
    }

    private ErasedRecipients ofReadable(LogEntry entry) {
        Stage stage = entry.lane().stage();
        if (stage == Stage.EXPAND || stage == Stage.ROUTE) {
            Envelope envelope = EnvelopeCodec.decode(entry.payload());
            Notification n = envelope.notification();
            List<String> users = envelope.user().map(List::of).orElseGet(() -> RequestUsers.of(n.request()));
            return of(entry.tenant(), users, ErasedUsers.acceptedAt(n.id(), n.source()));
        }
        if (stage == Stage.EVENTS) {
            EventUser event = EventUser.of(entry.payload());
            return of(entry.tenant(), event.user().map(List::of).orElse(List.of()), event.since());
        }
        if (stage == Stage.MARK) {
            MarkRecord mark = MarkRecord.decode(entry.payload());
            return of(entry.tenant(), List.of(mark.user().user()), mark.madeAt());
        }
        OutboundDelivery delivery = OutboundDeliveryCodec.decode(entry.payload());
        return of(entry.tenant(), List.of(delivery.user().user()), delivery.createdAt());
    }

    private ErasedRecipients of(String tenant, List<String> users, Instant acceptedAt) {
        List<UserKey> gone = users.stream()
                .map(user -> new UserKey(tenant, user))
                .filter(user -> erased.isErased(user, acceptedAt))
                .toList();
        return new ErasedRecipients(gone, gone.size() == users.size());
    }

    /** The same record without some of its users. */
    static LogEntry without(LogEntry entry, List<UserKey> unwanted) {
        Envelope envelope = EnvelopeCodec.decode(entry.payload());
        Notification n = envelope.notification();
        byte[] request = RequestUsers.without(
                n.request(), unwanted.stream().map(UserKey::user).toList());
        return EnvelopeCodec.entry(
                new Envelope(n.withRequest(request), envelope.user(), envelope.shared(), envelope.redelivered()));
    }
}
