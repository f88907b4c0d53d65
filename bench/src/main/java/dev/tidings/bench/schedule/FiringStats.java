package dev.tidings.bench.schedule;

/**
 * The firing statistics of the jobs of one turn.
 *
 * @param perSecond firing rate from the due time of the first job, or from the first firing if that was early, to the last firing
 * @param median median lateness in milliseconds; negative if early
 * @param p99 99th percentile of the lateness
 * @param max maximum lateness
 * @param early jobs fired before their due time
 * @param missing jobs not fired within the timeout
 * @param repeated surplus firings
 */
record FiringStats(double perSecond, double median, double p99, double max, int early, int missing, int repeated) {}
