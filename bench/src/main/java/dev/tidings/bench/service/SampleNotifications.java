package dev.tidings.bench.service;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Creates the notifications that the service benchmark sends: about 300 bytes of JSON, different for each number. */
public final class SampleNotifications {
    public static final String TITLE = "Your order has been shipped";
    public static final String LINK = "app://orders/4711";
    static final int USERS = 20_000;

    private SampleNotifications() {}

    static String user(long n) {
        return "usr_" + Math.floorMod(n * 2_654_435_761L, (long) USERS);
    }

    public static String body(long n) {
        return "Parcel " + n + " left our warehouse this morning and will be with you on Thursday before noon. "
                + "Follow it in the app.";
    }

    public static String data(long n) {
        return "{\"order\":" + n + ",\"carrier\":\"swift\"}";
    }

    static String request(long n) {
        return request(user(n), n);
    }

    public static String request(String user, long n) {
        return "{\"to\":{\"user\":\"" + user + "\"},\"title\":\"" + TITLE + "\",\"body\":\"" + body(n) + "\",\"data\":"
                + data(n) + ",\"deepLink\":\"" + LINK + "\"}";
    }

    static byte[] lines(long first, int count) {
        StringBuilder lines = new StringBuilder(count * 320);
        for (long n = first; n < first + count; n++) {
            lines.append(request(n)).append('\n');
        }
        return lines.toString().getBytes(UTF_8);
    }
}
