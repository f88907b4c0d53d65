/**
 * The contract of the hot state. An engine adds one small test class:
 *
 * <pre>{@code
 * class MyHotStateContractTest extends HotStateContract {
 *     @Override
 *     protected Subject open() {
 *         return new MySubject(…);
 *     }
 * }
 * }</pre>
 */
package dev.tidings.testkit.hot;
