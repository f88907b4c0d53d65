/**
 * Contract suites, shipped as ordinary code so that every engine runs the same one. An engine adds one small test class:
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
 * <p>Each theme is a class of its own ({@code MergeContract}, {@code CursorContract}, …) with its tables next to it; {@link
 * dev.tidings.testkit.EngineContract} lists them all. {@code TableModel} is the same semantics as a program, for random histories.
 * The suite itself is tested with engines that are broken on purpose.
 */
package dev.tidings.testkit;
