package dev.tidings.bench.live;

/**
 * The recipients of a load: a number of users, each with a socket. Chooses the user of each notification and builds its publish
 * request.
 */
record Recipients(ServerProtocol target, int users) {
    /** Spreads consecutive notifications over users that are not adjacent in the structures of the server. */
    private static final long STRIDE = 2_654_435_761L;

    static String user(long n) {
        return "usr_" + n;
    }

    byte[] request(long number) {
        return target.publish(user(Math.floorMod(number * STRIDE, (long) users)), number);
    }
}
