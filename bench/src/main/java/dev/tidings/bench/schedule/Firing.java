package dev.tidings.bench.schedule;

/**
 * How the jobs of a turn were fired.
 *
 * @param perSecond from the instant at which the first was due, or from the first that was fired if that came too early, to the last
 * @param middle median of how late they were, in milliseconds; negative if too early
 * @param p99 how late the latest was, but for one in a hundred
 * @param latest how late the last was
 * @param early how many before their time
 * @param missing how many not at all, as long as anybody waited
 * @param repeated how many times too often
 */
record Firing(double perSecond, double middle, double p99, double latest, int early, int missing, int repeated) {}
