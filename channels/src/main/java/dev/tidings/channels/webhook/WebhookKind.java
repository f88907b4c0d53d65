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

    private final boolean accountsMayAllowPrivate;

    public WebhookKind() {
        this(false);
    }

    /**
     * @param allowPrivate whether accounts may enable private addresses. That is the operator's decision: accounts are created by
     *     tenants, and the check protects the service from them.
     */
    public WebhookKind(boolean allowPrivate) {
        accountsMayAllowPrivate = allowPrivate;
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
                ProviderSetting.optional(
                        ALLOW_PRIVATE,
                        accountsMayAllowPrivate ? "true or false" : "false: not allowed on this service"));
    }

    @Override
    public Provider open(ProviderSettings settings, ProviderContext context) {
        List<WebhookSecret> secrets;
        try {
            secrets = WebhookSecret.several(settings.text(SECRETS));
        } catch (IllegalArgumentException e) {
            throw settings.invalid(SECRETS);
        }
        boolean allowPrivate = settings.flag(ALLOW_PRIVATE, false);
        if (allowPrivate && !accountsMayAllowPrivate) {
            throw settings.invalid(ALLOW_PRIVATE);
        }
        WebhookSender sender = new WebhookSender(new PublicAddresses(allowPrivate), context.clock());
        return new WebhookProvider(sender, secrets, context.timeout());
    }
}
