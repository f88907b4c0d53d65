package dev.tidings.core.delivery;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A kind of provider, such as SMTP or APNs: declares the settings of its accounts and the addresses it reaches, and opens a
 * {@link Provider} for an account.
 */
public interface ProviderKind {

    /** The name in requests and tables, such as smtp. */
    String name();

    /** The kinds of address it can deliver to. */
    Set<AddressKind> addressKinds();

    /** The settings of an account. */
    List<ProviderSetting> settings();

    /**
     * Opens a provider for an account; it connects with the first delivery. Validates the settings without network access.
     *
     * @throws InvalidSettingException if a setting is missing, invalid or contradicts another
     */
    Provider open(ProviderSettings settings, ProviderContext context);

    /**
     * The environment that is passed to a provider when it is opened.
     *
     * @param timeout the timeout of a provider call
     * @param receipts receives delivery receipts that arrive over the provider's own connection
     */
    record ProviderContext(InstantSource clock, Duration timeout, Consumer<Receipt> receipts) {}
}
