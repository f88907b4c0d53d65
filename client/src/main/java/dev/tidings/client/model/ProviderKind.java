package dev.tidings.client.model;

import java.util.List;

/**
 * A kind of provider.
 *
 * @param carries the kinds of addresses it delivers to
 */
public record ProviderKind(String name, List<String> carries, List<Setting> settings) {

    /**
     * A setting of its accounts.
     *
     * @param secret whether it is stored encrypted and never shown again
     * @param expected a description of valid values
     */
    public record Setting(String name, boolean required, boolean secret, String expected) {}
}
