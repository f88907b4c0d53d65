package dev.tidings.channels.webhook;

import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ProviderSetting;
import dev.tidings.core.delivery.ProviderSettings;
import java.util.List;
import java.util.Set;

/**
 * The provider kind {@code webhook}: validates the settings of an account and opens its {@link WebhookProvider}, which posts to the
 * URLs of users.
 */
public final class WebhookKind implements ProviderKind {
    private static final String SECRETS = "secrets";
    private static final String ALLOW_PRIVATE = "allowPrivate";

    private final PublicAddresses addresses;

    /** @param addresses the addresses that may be called. The operator's decision: accounts are created by tenants. */
    public WebhookKind(PublicAddresses addresses) {
        this.addresses = addresses;
    }

    @Override
    public String name() {
        return "webhook";
    }

    @Override
    public Set<AddressKind> addressKinds() {
        return Set.of(AddressKind.URL);
    }

    @Override
    public List<ProviderSetting> settings() {
        return List.of(
                ProviderSetting.secret(
                        SECRETS, WebhookSecret.EXPECTED + "; several separated by spaces during a rotation"),
                // Accounts of earlier versions have it.
                ProviderSetting.optional(
                        ALLOW_PRIVATE, "not used any more: the option channels.allowPrivate of the service decides"));
    }

    @Override
    public Provider open(ProviderSettings settings, ProviderContext context) {
        List<WebhookSecret> secrets;
        try {
            secrets = WebhookSecret.several(settings.text(SECRETS));
        } catch (IllegalArgumentException e) {
            throw settings.invalid(SECRETS);
        }
        WebhookSender sender = new WebhookSender(addresses, context.clock());
        return new WebhookProvider(sender, secrets, context.timeout());
    }
}
