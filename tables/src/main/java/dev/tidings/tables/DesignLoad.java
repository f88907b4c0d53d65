package dev.tidings.tables;

/**
 * Constants of the load that the tables are designed for, from which each table declares its workload for the design check: 5 million
 * notifications a second at the peak, 1 million of them scheduled, to half a billion users. No limit is enforced with them.
 */
final class DesignLoad {
    static final long TENANTS = 2_000;
    static final long USERS = 500_000_000;

    /** Notifications per user and day: on average, and for the busiest user (a bot with two a minute). */
    static final double PER_USER_AND_DAY = 50;

    static final double BUSIEST_USER_PER_DAY = 2_880;

    /** Requests a day. One request has about fifty recipients on average, so this is a fiftieth of 25 billion notifications. */
    static final long REQUESTS_PER_DAY = 500_000_000;

    /** The largest layout of the schedule, and the maximum number of shards of a tenant's list. */
    static final int MAX_SHARDS = 1_024;

    /** Users of the largest topic; its shards are {@link Columns#USER_SHARDS}. */
    static final long LARGEST_TOPIC = 25_000_000;

    static final double SECONDS_PER_DAY = 86_400;

    /** Months, days and hours that hold live rows at one time, the current one included. */
    static final long LIVE_MONTHS = 4;

    /** Months with rows of the last seven days. */
    static final long LIVE_FEED_MONTHS = 2;

    static final long LIVE_DAYS = 8;

    static final long LIVE_HOURS = 90 * 24;

    /** Days with due rows: two weeks back, and a year ahead. */
    static final long SCHEDULED_DAYS = 14 + 365;

    /** The maximum of a tenant: two weeks back, and ten years ahead. */
    static final long MAX_SCHEDULED_DAYS = 15 + 3_653;

    /** Minutes with due rows. */
    static final long LIVE_MINUTES = SCHEDULED_DAYS * 24 * 60;

    /** Average bytes of common texts. */
    static final int TENANT_BYTES = 12;

    static final int USER_BYTES = 24;
    static final int TYPE_BYTES = 16;
    static final int WORD_BYTES = 6;
    static final int LOCALE_BYTES = 5;
    static final int TITLE_BYTES = 40;
    static final int BODY_BYTES = 150;
    static final int DATA_BYTES = 120;
    static final int LINK_BYTES = 30;
    static final int REQUEST_BYTES = 600;

    private DesignLoad() {}

    /** Rows a day of a partition that is written once, when a notification is sent. */
    static double once(double rows) {
        return rows / Retention.NOTIFICATIONS.toDays();
    }
}
