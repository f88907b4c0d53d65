package dev.tidings.bench.live;

/** Whom the load is for: so many users, each with a socket. */
record Crowd(Target target, int users) {
    /** Spreads them, so that neighbours in time are none in whatever the server keeps by user. */
    private static final long STRIDE = 2_654_435_761L;

    static String user(long n) {
        return "usr_" + n;
    }

    byte[] request(long number) {
        return target.publish(user(Math.floorMod(number * STRIDE, (long) users)), number);
    }
}
