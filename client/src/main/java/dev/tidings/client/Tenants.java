package dev.tidings.client;

import dev.tidings.client.model.ApiKey;
import dev.tidings.client.model.Scope;
import dev.tidings.client.model.Tenant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Tenants and their API keys; requires a key with the scope {@code admin}. */
public final class Tenants {
    private final HttpCalls calls;

    Tenants(HttpCalls calls) {
        this.calls = calls;
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
