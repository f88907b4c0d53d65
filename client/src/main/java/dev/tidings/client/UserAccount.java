package dev.tidings.client;

import dev.tidings.client.model.Device;
import dev.tidings.client.model.DeviceRegistration;
import dev.tidings.client.model.HistoryItem;
import dev.tidings.client.model.InboxItem;
import dev.tidings.client.model.PreferenceChange;
import dev.tidings.client.model.Preferences;
import dev.tidings.client.model.ScheduledNotification;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The inbox, preferences, devices, schedules and history of one user.
 *
 * <pre>{@code
 * UserAccount ann = tidings.user("usr_42");
 * for (InboxItem item : ann.inbox(InboxFilter.UNREAD)) {
 *     ann.markRead(item.id());
 * }
 * ann.changePreferences(new PreferenceChange().channel(Channel.SMS, true));
 * }</pre>
 */
public sealed class UserAccount permits MyAccount {
    final HttpCalls calls;
    private final String user;

    /** @param user null for the user of the token */
    UserAccount(HttpCalls calls, String user) {
        this.calls = calls;
        this.user = user;
    }

    /** The part of an inbox that is listed. */
    public enum InboxFilter {
        /** All that are not archived. */
        ALL("all"),
        UNREAD("unread"),
        ARCHIVED("archived");

        private final String wire;

        InboxFilter(String wire) {
            this.wire = wire;
        }
    }

    /** The same operation exists for the tenant, with the user in its path, and for the user. */
    private ApiRequest to(Operation ofTenant, Operation ofUser, String... parameters) {
        if (user == null) {
            return calls.to(ofUser, parameters);
        }
        String[] all = Stream.concat(Stream.of(user), Stream.of(parameters)).toArray(String[]::new);
        return calls.to(ofTenant, all);
    }

    /** The inbox without archived notifications, newest first. */
    public Pages<InboxItem> inbox() {
        return inbox(InboxFilter.ALL);
    }

    public Pages<InboxItem> inbox(InboxFilter filter) {
        return new Pages<>(
                () -> to(Operation.LIST_USER_INBOX, Operation.LIST_MY_INBOX).query("filter", filter.wire),
                InboxItem.class);
    }

    public void markRead(String id) {
        to(Operation.MARK_USER_NOTIFICATION_READ, Operation.MARK_MY_NOTIFICATION_READ, id)
                .send();
    }

    public void markUnread(String id) {
        to(Operation.MARK_USER_NOTIFICATION_UNREAD, Operation.MARK_MY_NOTIFICATION_UNREAD, id)
                .send();
    }

    public void archive(String id) {
        to(Operation.ARCHIVE_USER_NOTIFICATION, Operation.ARCHIVE_MY_NOTIFICATION, id)
                .send();
    }

    public void unarchive(String id) {
        to(Operation.UNARCHIVE_USER_NOTIFICATION, Operation.UNARCHIVE_MY_NOTIFICATION, id)
                .send();
    }

    /** Marks all as read, and returns how many were unread. */
    public long markAllRead() {
        return to(Operation.MARK_ALL_USER_NOTIFICATIONS_READ, Operation.MARK_ALL_MY_NOTIFICATIONS_READ)
                .json()
                .path("marked")
                .asLong();
    }

    /** The exact number of unread notifications. */
    public long unread() {
        return to(Operation.GET_USER_UNREAD_COUNT, Operation.GET_MY_UNREAD_COUNT)
                .json()
                .path("unread")
                .asLong();
    }

    /** Scheduled notifications, soonest first. */
    public Pages<ScheduledNotification> scheduled() {
        return new Pages<>(
                () -> to(Operation.LIST_USER_SCHEDULED_NOTIFICATIONS, Operation.LIST_MY_SCHEDULED_NOTIFICATIONS),
                ScheduledNotification.class);
    }

    /** The delivery history, newest first. */
    public Pages<HistoryItem> history(Instant since) {
        return new Pages<>(
                () -> to(Operation.LIST_USER_HISTORY, Operation.LIST_MY_HISTORY).query("since", since),
                HistoryItem.class);
    }

    public Preferences preferences() {
        return to(Operation.GET_USER_PREFERENCES, Operation.GET_MY_PREFERENCES).as(Preferences.class);
    }

    /** When it returns, no delivery violates the new preferences. */
    public Preferences changePreferences(PreferenceChange change) {
        return to(Operation.CHANGE_USER_PREFERENCES, Operation.CHANGE_MY_PREFERENCES)
                .json(change)
                .as(Preferences.class);
    }

    public List<Device> devices() {
        return to(Operation.LIST_USER_DEVICES, Operation.LIST_MY_DEVICES).items(Device.class);
    }

    /** Registers or refreshes a device; apps call it at every start. */
    public Device putDevice(String id, DeviceRegistration device) {
        return to(Operation.PUT_USER_DEVICE, Operation.PUT_MY_DEVICE, id)
                .json(device)
                .as(Device.class);
    }

    /** When it returns, nothing is sent to the device. */
    public void deleteDevice(String id) {
        to(Operation.DELETE_USER_DEVICE, Operation.DELETE_MY_DEVICE, id).send();
    }
}
