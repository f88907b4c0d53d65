package dev.tidings.torture.live;

import java.util.concurrent.TimeUnit;

/** An attack by clients that connect, are greeted and disconnect, at a high rate. */
final class ConnectStorm implements Attack {
    private static final int USERS = 1_000;
    /** One connect in this many may remain without a greeting. */
    private static final int MAX_UNGREETED_ONE_IN = 100;

    private final AttackTarget target;
    private final int perMinute;
    private final String[] tokens = new String[USERS];
    private volatile boolean ending;
    private long tried;
    private long greeted;
    private long refused;

    ConnectStorm(AttackTarget target, int perMinute) {
        this.target = target;
        this.perMinute = perMinute;
    }

    @Override
    public String name() {
        return "connects";
    }

    @Override
    public void start() {
        for (int i = 0; i < USERS; i++) {
            tokens[i] = target.tokens().of("passing" + i);
        }
        long from = System.nanoTime();
        target.loop().execute(() -> next(from));
    }

    /** Opens as many connections as are due by now. */
    private void next(long from) {
        if (ending) {
            return;
        }
        long due = (System.nanoTime() - from) * perMinute / TimeUnit.MINUTES.toNanos(1);
        while (tried < due) {
            boolean reset = tried % 2 == 0;
            Handshake handshake = tried % 3 == 0 ? Handshake.eventStream() : Handshake.webSocket();
            target.connect(handshake.bearer(tokens[(int) (tried++ % USERS)]), new ClientListener() {
                @Override
                void greeted(ClientConnection wire) {
                    ConnectStorm.this.greeted++;
                    wire.cut(reset);
                }

                @Override
                public void refused(ClientConnection wire, int status, String head) {
                    refused++;
                }
            });
        }
        target.loop().after(10, () -> next(from));
    }

    @Override
    public void verify() throws InterruptedException {
        ending = true;
        TimeUnit.SECONDS.sleep(1);
        long ungreeted = target.loop().query(() -> tried - greeted);
        target.findings().attempted("connects", tried);
        target.findings().figure("connectsUnheard", ungreeted);
        if (ungreeted > tried / MAX_UNGREETED_ONE_IN) {
            target.findings()
                    .violated(
                            LiveViolations.UNEXPECTED,
                            ungreeted + " of " + tried + " connects not greeted, refused " + refused);
        }
    }

    @Override
    public void close() {
        ending = true;
    }
}
