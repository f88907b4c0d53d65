package dev.tidings.channels.fcm;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ProviderSetting;
import dev.tidings.core.delivery.ProviderSettings;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The provider kind {@code fcm}: validates the settings of an account with Firebase Cloud Messaging and opens its {@link
 * FcmProvider}.
 */
public final class FcmKind implements ProviderKind {
    private static final String SERVICE_ACCOUNT = "serviceAccount";
    private static final String BASE_URL = "baseUrl";
    private static final URI GOOGLE = URI.create("https://fcm.googleapis.com/");

    private final boolean allowPrivate;

    public FcmKind() {
        this(false);
    }

    /**
     * @param allowPrivate whether an account may name servers that are not Google's. Accounts are created by tenants, who could
     *     otherwise make us call into our own network, through the token URL or the base URL.
     */
    public FcmKind(boolean allowPrivate) {
        this.allowPrivate = allowPrivate;
    }

    @Override
    public String name() {
        return "fcm";
    }

    @Override
    public Set<AddressKind> addressKinds() {
        return Set.of(AddressKind.FCM);
    }

    @Override
    public List<ProviderSetting> settings() {
        return List.of(
                ProviderSetting.secret(SERVICE_ACCOUNT, "the JSON file of a service account of Google Cloud, as text"),
                ProviderSetting.optional(BASE_URL, "the URL of FCM, if not " + GOOGLE));
    }

    @Override
    public Provider open(ProviderSettings settings, ProviderContext context) {
        ServiceAccount account;
        try {
            account = ServiceAccount.read(settings.text(SERVICE_ACCOUNT));
        } catch (IllegalArgumentException e) {
            throw settings.invalid(SERVICE_ACCOUNT);
        }
        if (!trusted(account.tokenUri())) {
            throw settings.invalid(SERVICE_ACCOUNT);
        }
        URI base = settings.url(BASE_URL).orElse(GOOGLE);
        if (!trusted(base)) {
            throw settings.invalid(BASE_URL);
        }
        return new FcmProvider(account, base, context);
    }

    private boolean trusted(URI uri) {
        if (uri.getHost() == null || uri.getRawUserInfo() != null) {
            return false;
        }
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
        // The second one occurs in the files of old accounts.
        boolean google = host.endsWith(".googleapis.com") || host.equals("accounts.google.com");
        return allowPrivate ? web : google && "https".equals(uri.getScheme());
    }
}
