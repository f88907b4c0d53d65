/**
 * The contract suite of the hot state. An implementation adds one small test class:
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
