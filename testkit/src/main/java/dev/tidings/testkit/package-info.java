/**
 * Contract suites as ordinary code, so that every engine runs the same tests. An engine adds one small test class:
 *
 * <pre>{@code
 * class MyEngineContractTest extends EngineContract {
 *     @TempDir
 *     static Path folder;
 *
 *     @Override
 *     protected Engine open(Schema schema, InstantSource clock) {
 *         return MyEngine.open(folder.resolve(schema.name()), schema, clock);
 *     }
 * }
 * }</pre>
 *
 * <p>Each theme is a separate class ({@code MergeContract}, {@code CursorContract}, …) with its tables next to it; {@link
 * dev.tidings.testkit.EngineContract} lists them all. {@code TableModel} is a reference model of the same semantics, for random
 * histories. The suite itself is tested with engines that have deliberate bugs.
 */
package dev.tidings.testkit;
