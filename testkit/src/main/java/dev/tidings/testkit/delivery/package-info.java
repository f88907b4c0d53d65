/**
 * The contract suite of providers. A provider adds one small test class, which supplies a provider simulator:
 *
 * <pre>{@code
 * class MyProviderContractTest extends ProviderContract {
 *     @Override
 *     protected ProviderSimulator open(Duration timeout) {
 *         return new MyScriptedServer(timeout);
 *     }
 * }
 * }</pre>
 */
package dev.tidings.testkit.delivery;
