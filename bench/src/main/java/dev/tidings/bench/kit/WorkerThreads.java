package dev.tidings.bench.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs the same task on several threads at once and waits for all of them. */
final class WorkerThreads implements AutoCloseable {
    private final int count;
    private final ExecutorService pool;

    /** Work of one thread, by the index of the thread. */
    interface Task {
        void run(int thread) throws Exception;
    }

    WorkerThreads(int count) {
        this.count = count;
        this.pool = Executors.newFixedThreadPool(count);
    }

    int count() {
        return count;
    }

    void run(Task task) throws Exception {
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int thread = i;
            running.add(pool.submit(() -> {
                task.run(thread);
                return null;
            }));
        }
        for (Future<?> future : running) {
            future.get();
        }
    }

    @Override
    public void close() {
        pool.shutdown();
    }
}
