package dev.tidings.bench.schedule;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * The result of one turn of one side: inserting and firing a set of jobs.
 *
 * @param insertedPerSecond insert rate
 * @param insertCpu CPU seconds during the inserts
 * @param fireCpu CPU seconds from then until the last firing
 */
record TurnResult(int jobs, double insertedPerSecond, double insertCpu, double fireCpu, FiringStats firing) {

    /** Encodes the turn as a line for the parent process. */
    String line() {
        return DoubleStream.of(
                        jobs,
                        insertedPerSecond,
                        insertCpu,
                        fireCpu,
                        firing.perSecond(),
                        firing.median(),
                        firing.p99(),
                        firing.max(),
                        firing.early(),
                        firing.missing(),
                        firing.repeated())
                .mapToObj(Double::toString)
                .collect(Collectors.joining(" "));
    }

    static TurnResult parse(String line) {
        double[] n =
                Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
        FiringStats firing = new FiringStats(n[4], n[5], n[6], n[7], (int) n[8], (int) n[9], (int) n[10]);
        return new TurnResult((int) n[0], n[1], n[2], n[3], firing);
    }
}
