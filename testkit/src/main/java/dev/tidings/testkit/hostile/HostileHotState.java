package dev.tidings.testkit.hostile;

import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.hot.HotState;
import dev.tidings.core.hot.HotStateException;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.hot.LiveUpdate;
import dev.tidings.core.hot.PreferenceCache;
import dev.tidings.core.hot.RateWindows;
import dev.tidings.core.hot.Tickets;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.metadata.Contact;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A hot state that does the worst the {@link HotState} port allows, over a real one:
 *
 * <ul>
 *   <li>no call has taken effect, and no answer is there, when it returns; calls take effect in their order;
 *   <li>a call may fail, whether it takes effect or not: a lease may be taken and never ended, as by a writer that dies;
 *   <li>the live bus loses updates, delays them and lets them overtake each other.
 * </ul>
 *
 * The seed decides: the same calls in the same order have the same fate.
 */
public final class HostileHotState implements HotState {
    private final HotState real;
    private final HotFaults faults;
    private final Random random;
    private final UnreadCounts unread;
    private final PreferenceCache preferences;
    private final FencedCache<Contact> contacts;
    private final RateWindows rateWindows;
    private final LiveBus live;
    private final Tickets tickets;
    /** Carries the calls, in order. */
    private final ExecutorService connection = Executors.newSingleThreadExecutor(work -> daemon(work, "hostile-hot"));

    private final ScheduledExecutorService answers =
            Executors.newScheduledThreadPool(1, work -> daemon(work, "hostile-hot-answers"));
    private final ConcurrentMap<LiveBus.Listener, LiveBus.Listener> listeners = new ConcurrentHashMap<>();

    public HostileHotState(HotState real, HotFaults faults, long seed) {
        this.real = real;
        this.faults = faults;
        // Consecutive seeds would have similar first numbers.
        this.random = new Random(seed * 0x9E37_79B9_7F4A_7C15L);
        this.unread = around(real.unread(), UnreadCounts.class);
        this.preferences = around(real.preferences(), PreferenceCache.class);
        this.contacts = aroundContacts(real.contacts());
        this.rateWindows = around(real.rateWindows(), RateWindows.class);
        this.live = around(real.live(), LiveBus.class);
        this.tickets = around(real.tickets(), Tickets.class);
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    private <T> T around(T part, Class<T> port) {
        return port.cast(Proxy.newProxyInstance(
                port.getClassLoader(), new Class<?>[] {port}, (proxy, method, given) -> call(part, method, given)));
    }

    @SuppressWarnings("unchecked")
    private FencedCache<Contact> aroundContacts(FencedCache<Contact> part) {
        return (FencedCache<Contact>)
                around((FencedCache<?>) part, (Class<FencedCache<?>>) (Class<?>) FencedCache.class);
    }

    /**
     * The decision about one call.
     *
     * @param takesEffect whether the store receives it
     * @param fails whether the caller gets a failure
     */
    private record CallFate(boolean takesEffect, boolean fails, long delayMicros) {}

    private synchronized CallFate fate() {
        boolean fails = random.nextDouble() < faults.failures();
        boolean takesEffect = !fails || random.nextBoolean();
        return new CallFate(takesEffect, fails, random.nextLong(TimeUnit.MICROSECONDS.convert(faults.maxDelay()) + 1));
    }

    private Object call(Object part, Method method, Object[] given) throws Throwable {
        Object[] arguments = given == null ? new Object[0] : given.clone();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof LiveBus.Listener listener) {
                arguments[i] = listeners.computeIfAbsent(listener, HostileListener::new);
            }
        }
        if (method.getReturnType() != CompletableFuture.class) {
            connection.execute(() -> invoke(part, method, arguments));
            return null;
        }
        CallFate fate = fate();
        CompletableFuture<Object> answer = new CompletableFuture<>();
        try {
            connection.execute(() -> {
                CompletableFuture<?> result = fate.takesEffect()
                        ? (CompletableFuture<?>) invoke(part, method, arguments)
                        : CompletableFuture.completedFuture(null);
                result.whenComplete((value, failure) -> answer(fate, method, value, failure, answer));
            });
        } catch (RejectedExecutionException closed) {
            answer.completeExceptionally(new HotStateException("closed", closed));
        }
        return answer;
    }

    private void answer(
            CallFate fate, Method method, Object value, Throwable failure, CompletableFuture<Object> answer) {
        answers.schedule(
                () -> {
                    if (fate.fails()) {
                        answer.completeExceptionally(new HotStateException("no answer to " + method.getName(), null));
                    } else if (failure != null) {
                        answer.completeExceptionally(failure);
                    } else {
                        answer.complete(value);
                    }
                },
                fate.delayMicros(),
                TimeUnit.MICROSECONDS);
    }

    private static Object invoke(Object part, Method method, Object[] arguments) {
        try {
            return method.invoke(part, arguments);
        } catch (InvocationTargetException e) {
            return CompletableFuture.failedFuture(e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Passes on most updates, late. */
    private final class HostileListener implements LiveBus.Listener {
        private final LiveBus.Listener listener;

        HostileListener(LiveBus.Listener listener) {
            this.listener = listener;
        }

        @Override
        public void changed(LiveUpdate update) {
            pass(() -> listener.changed(update));
        }

        @Override
        public void changedPerhaps() {
            pass(listener::changedPerhaps);
        }

        private void pass(Runnable update) {
            boolean lost;
            long late;
            synchronized (HostileHotState.this) {
                lost = random.nextDouble() < faults.lostUpdates();
                late = random.nextLong(TimeUnit.MICROSECONDS.convert(faults.maxLate()) + 1);
            }
            if (!lost) {
                answers.schedule(update, late, TimeUnit.MICROSECONDS);
            }
        }
    }

    @Override
    public UnreadCounts unread() {
        return unread;
    }

    @Override
    public PreferenceCache preferences() {
        return preferences;
    }

    @Override
    public FencedCache<Contact> contacts() {
        return contacts;
    }

    @Override
    public RateWindows rateWindows() {
        return rateWindows;
    }

    @Override
    public LiveBus live() {
        return live;
    }

    @Override
    public Tickets tickets() {
        return tickets;
    }

    @Override
    public CompletableFuture<Void> forget(String tenant) {
        return real.forget(tenant);
    }

    @Override
    public Optional<String> problem() {
        return real.problem();
    }

    @Override
    public void close() {
        connection.shutdown();
        answers.shutdown();
        real.close();
    }
}
