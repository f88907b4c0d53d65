/**
 * Runs real database servers as child processes, for tests and benchmarks. Each server has a package of its own, {@link
 * dev.tidings.lab.cassandra} being the first; shared code is here.
 *
 * <p>A server's jars must not be on the product's class path: it brings its own Netty, Jackson and Guava. So a module {@code
 * lab-<engine>} packs them as resources into one jar, which has no classes and no dependencies. {@link
 * dev.tidings.lab.EngineJars} unpacks it once per user and version. This takes 67 MB twice, and in return works from any class
 * path: a test of any module in the same build, the launcher's library folder, an IDE. A list of paths into the local Maven
 * repository would be smaller, but valid only on the machine that built it.
 *
 * <p>A child never outlives the JVM that started it, however that one ends: see {@link dev.tidings.lab.ChildMain}.
 */
package dev.tidings.lab;
