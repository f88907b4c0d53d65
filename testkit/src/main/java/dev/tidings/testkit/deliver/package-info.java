/**
 * The contract of providers. A provider adds one small test class, which supplies a far side that does as it is told:
 *
 * <pre>{@code
 * class MyProviderContractTest extends ProviderContract {
 *     @Override
 *     protected FarSide open() {
 *         return new MyScriptedServer();
 *     }
 * }
 * }</pre>
 */
package dev.tidings.testkit.deliver;
