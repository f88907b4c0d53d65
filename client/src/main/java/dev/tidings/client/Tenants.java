package dev.tidings.client;

import dev.tidings.client.model.ApiKey;
import dev.tidings.client.model.Scope;
import dev.tidings.client.model.Tenant;
import dev.tidings.client.model.TenantDeletion;
import java.util.LinkedHashMap;
import java.util.Map;

/** The caller's own tenant; all tenants and their API keys, which require a key with the scope {@code admin}. */
public final class Tenants {
    private final HttpCalls calls;

    Tenants(HttpCalls calls) {
        this.calls = calls;
    }

    /** The tenant of the API key. */
    public Tenant own() {
        return calls.to(Operation.GET_TENANT).as(Tenant.class);
    }

    /**
     * Changes the tenant of the API key; null leaves a value as it is.
     *
     * @param defaultLocale the language tag of templates for users whose own language has none
     */
    public Tenant change(String name, String defaultLocale) {
        Map<String, Object> fields = new LinkedHashMap<>();
        if (name != null) {
            fields.put("name", name);
        }
        if (defaultLocale != null) {
            fields.put("defaultLocale", defaultLocale);
        }
        return calls.to(Operation.CHANGE_TENANT).json(fields).as(Tenant.class);
    }

    /** By id. */
    public Pages<Tenant> list() {
        return new Pages<>(() -> calls.to(Operation.LIST_TENANTS), Tenant.class);
    }

    /** @param name null for the id */
    public Tenant add(String id, String name) {
        Map<String, Object> fields = new LinkedHashMap<>(Map.of("id", id));
        if (name != null) {
            fields.put("name", name);
        }
        return calls.to(Operation.CREATE_TENANT).json(fields).as(Tenant.class);
    }

    /** Deletes a tenant with everything it has. Not the tenant of the API key. Its credentials are refused at once. */
    public TenantDeletion delete(String id) {
        return calls.to(Operation.DELETE_TENANT, id).as(TenantDeletion.class);
    }

    /** The last deletion of a tenant, with its progress. */
    public TenantDeletion deletion(String id) {
        return calls.to(Operation.GET_TENANT_DELETION, id).as(TenantDeletion.class);
    }

    /** Without their secrets. */
    public Pages<ApiKey> keys(String tenant) {
        return new Pages<>(() -> calls.to(Operation.LIST_API_KEYS, tenant), ApiKey.class);
    }

    /** Creates a key. It is not shown again. */
    public ApiKey addKey(String tenant, String name, Scope... scopes) {
        return calls.to(Operation.CREATE_API_KEY, tenant)
                .json(Map.of("name", name, "scopes", scopes))
                .as(ApiKey.class);
    }

    /** Gives a key a new secret; the previous one stays valid for a day. */
    public ApiKey rotateKey(String tenant, String id) {
        return calls.to(Operation.ROTATE_API_KEY, tenant, id).as(ApiKey.class);
    }

    /** Revokes a key, effective immediately. */
    public void revokeKey(String tenant, String id) {
        calls.to(Operation.REVOKE_API_KEY, tenant, id).send();
    }
}
