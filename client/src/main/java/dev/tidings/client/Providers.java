package dev.tidings.client;

import dev.tidings.client.model.Provider;
import dev.tidings.client.model.ProviderKind;
import dev.tidings.client.model.TestResult;
import java.util.List;
import java.util.Map;

/** Provider accounts of a tenant. */
public final class Providers {
    private final HttpCalls calls;

    Providers(HttpCalls calls) {
        this.calls = calls;
    }

    /** All kinds of providers and their settings. */
    public List<ProviderKind> kinds() {
        return calls.to(Operation.LIST_PROVIDER_KINDS).items(ProviderKind.class);
    }

    /** In failover order. */
    public List<Provider> list() {
        return calls.to(Operation.LIST_PROVIDERS).items(Provider.class);
    }

    public Provider get(String name) {
        return calls.to(Operation.GET_PROVIDER, name).as(Provider.class);
    }

    /** Creates or replaces an account. Secrets that are left out keep their value. */
    public Provider put(Provider account) {
        return calls.to(Operation.PUT_PROVIDER, account.name())
                .json(Json.without(
                        account, "name", "problem", "state", "failingSince", "circuitOpenUntil", "lastError"))
                .as(Provider.class);
    }

    /**
     * Sends a test message through an account, also through a disabled one.
     *
     * @param to an email address, phone number, URL or device token
     */
    public TestResult test(String name, String to) {
        return calls.to(Operation.TEST_PROVIDER, name).json(Map.of("to", to)).as(TestResult.class);
    }

    /** Deletes an account and its secrets. */
    public void delete(String name) {
        calls.to(Operation.DELETE_PROVIDER, name).send();
    }
}
