package dev.tidings.bench.schedule;

import java.nio.file.Path;

/**
 * A scheduler in the schedule benchmark: Tidings or one of its peers. Opens the adapter of the scheduler, and scales the number of
 * jobs down for slow ones.
 */
enum Contender {
    TIDINGS("tidings", 1) {
        @Override
        SchedulerAdapter open(Path folder, String url) {
            return new TidingsAdapter(folder);
        }
    },
    DB_SCHEDULER("db-scheduler", 1) {
        @Override
        SchedulerAdapter open(Path folder, String url) throws Exception {
            return new DbSchedulerAdapter(new PeerDatabase(folder, url));
        }
    },
    /** Needs minutes for the full number of jobs. */
    QUARTZ("quartz", 20) {
        @Override
        SchedulerAdapter open(Path folder, String url) throws Exception {
            return new QuartzAdapter(new PeerDatabase(folder, url));
        }
    },
    /** Likewise; and it would continue its work into the next turn. */
    JOBRUNR("jobrunr", 5) {
        @Override
        SchedulerAdapter open(Path folder, String url) {
            return new JobRunrAdapter(new PeerDatabase(folder, url));
        }
    };

    private final String title;
    private final int divisor;

    Contender(String title, int divisor) {
        this.title = title;
        this.divisor = divisor;
    }

    /** The name in the report. */
    String title() {
        return title;
    }

    /** Its number of jobs when the fastest contenders get this many. */
    int jobs(int maxJobs) {
        return maxJobs / divisor;
    }

    /**
     * Starts the scheduler, in the process dedicated to it.
     *
     * @param folder of its store, embedded or of its database server
     * @param url of its database; empty for a contender without one
     */
    abstract SchedulerAdapter open(Path folder, String url) throws Exception;
}
