/**
 * The contract suite of the log. An implementation adds one small test class:
 *
 * <pre>{@code
 * class MyLogContractTest extends LogContract {
 *     @TempDir
 *     static Path folder;
 *
 *     @Override
 *     protected Log open(String name, Limits limits) {
 *         return MyLog.open(folder.resolve(name), limits.backlog(), limits.tenantBacklog());
 *     }
 * }
 * }</pre>
 */
package dev.tidings.testkit.log;
