/**
 * Real engines as child processes, for tests and benchmarks. Each engine has a package of its own, {@link dev.tidings.lab.cassandra}
 * being the first; what they share is here.
 *
 * <p>An engine's jars must not meet the product's: it brings its own Netty, Jackson and Guava. So a module {@code lab-<engine>} packs
 * them as resources into one jar, which has no classes and leads to no other dependency. {@link dev.tidings.lab.EngineJars} unpacks
 * it once per user and version. This needs 67 MB twice, and in return works from any class path: a test of any module in the same
 * build, the launcher's folder of libraries, an IDE. A list of paths into Maven's repository would be smaller, but would only hold on
 * the machine that built it.
 *
 * <p>A child lives no longer than the JVM that started it, however that one ends: {@link dev.tidings.lab.ChildMain} says how.
 */
package dev.tidings.lab;
