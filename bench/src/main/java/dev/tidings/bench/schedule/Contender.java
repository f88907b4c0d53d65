package dev.tidings.bench.schedule;

import java.nio.file.Path;

/** Who is compared. */
enum Contender {
    TIDINGS("tidings", 1) {
        @Override
        Side open(Path folder, String url) {
            return new TidingsSide(folder);
        }
    },
    DB_SCHEDULER("db-scheduler", 1) {
        @Override
        Side open(Path folder, String url) throws Exception {
            return new DbSchedulerSide(new PeerDatabase(folder, url));
        }
    },
    /** Would need minutes for as many jobs as the others. */
    QUARTZ("quartz", 20) {
        @Override
        Side open(Path folder, String url) throws Exception {
            return new QuartzSide(new PeerDatabase(folder, url));
        }
    },
    /** Likewise; and it goes on with what it has begun, during the next one's turn. */
    JOBRUNR("jobrunr", 5) {
        @Override
        Side open(Path folder, String url) {
            return new JobRunrSide(new PeerDatabase(folder, url));
        }
    };

    private final String title;
    private final int divisor;

    Contender(String title, int divisor) {
        this.title = title;
        this.divisor = divisor;
    }

    /** As it stands in the report. */
    String title() {
        return title;
    }

    /** Its share when the fastest have so many jobs. */
    int jobs(int most) {
        return most / divisor;
    }

    /**
     * Starts it, in the process that it has to itself.
     *
     * @param folder where it keeps what it stores, itself or the server that does it
     * @param url of its database; empty for who has none
     */
    abstract Side open(Path folder, String url) throws Exception;
}
