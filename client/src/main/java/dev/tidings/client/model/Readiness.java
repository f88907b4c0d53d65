package dev.tidings.client.model;

import java.util.List;
import java.util.Map;

/**
 * Whether a server should get traffic.
 *
 * @param status {@code ready} or {@code unavailable}
 * @param checks {@code ok} or {@code failing} by the name of a store
 * @param degraded the failing stores without which it is ready all the same
 */
public record Readiness(String status, Map<String, String> checks, List<String> degraded) {

    public boolean isReady() {
        return "ready".equals(status);
    }
}
