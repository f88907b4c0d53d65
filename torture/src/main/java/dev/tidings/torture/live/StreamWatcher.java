package dev.tidings.torture.live;

import dev.tidings.client.LiveEvent;
import dev.tidings.client.LiveListener;
import dev.tidings.client.LiveStream;
import dev.tidings.client.TidingsClient;
import dev.tidings.client.TidingsException;
import dev.tidings.torture.RunFindings;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A live stream of the Java client in a thread of its own, which records every event, and its order. */
final class StreamWatcher implements LiveListener {
    private final String user;
    private final LiveStream live;
    private final boolean forgetful;
    private final RunFindings findings;
    private final CountDownLatch greeted = new CountDownLatch(1);
    private final Set<String> seen = ConcurrentHashMap.newKeySet();
    private final AtomicInteger resumes = new AtomicInteger();
    private final Thread thread;
    private String last = "";

    /** @param forgetful broken on purpose: does not resume after a lost connection */
    StreamWatcher(TidingsClient tenant, String user, boolean forgetful, RunFindings findings) {
        this.user = user;
        this.forgetful = forgetful;
        this.findings = findings;
        live = tenant.withToken(() -> tenant.users().token(user).token()).me().live();
        thread = new Thread(this::run, "watcher-" + user);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        try {
            live.run(this);
        } catch (TidingsException failed) {
            findings.violated(LiveViolations.UNEXPECTED, user + ": " + failed);
        }
    }

    void awaitGreeting() throws InterruptedException {
        greeted.await();
    }

    /** The ids of the notifications that arrived. */
    Set<String> seen() {
        return seen;
    }

    int resumes() {
        return resumes.get();
    }

    @Override
    public void event(LiveEvent event) {
        if (event instanceof LiveEvent.Hello hello) {
            greet(hello);
        } else if (event instanceof LiveEvent.Arrived arrived) {
            if (!seen.add(arrived.notification().id())) {
                findings.violated(LiveViolations.REPEATED, event.json() + " of " + user);
            }
            if (event.id().compareTo(last) <= 0) {
                findings.violated(LiveViolations.DISORDERED, "after " + last + ": " + event.json());
            }
            last = event.id();
        } else if (!(event instanceof LiveEvent.Bye)) {
            findings.violated(LiveViolations.RELOADED, event.json() + " of " + user);
        }
    }

    private void greet(LiveEvent.Hello hello) {
        if (greeted.getCount() > 0) {
            greeted.countDown();
        } else if (hello.resumed()) {
            resumes.incrementAndGet();
        } else {
            findings.violated(LiveViolations.NOT_RESUMED, hello.json() + " of " + user);
        }
    }

    @Override
    public void disconnected(TidingsException reason, Duration retryIn) {
        if (forgetful) {
            live.since(null);
        }
    }

    void stop() throws InterruptedException {
        live.close();
        thread.join();
    }
}
