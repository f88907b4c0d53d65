package dev.tidings.channels.twilio;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ProviderSetting;
import dev.tidings.core.delivery.ProviderSettings;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The provider kind {@code twilio}: validates the settings of an account with Twilio's Programmable Messaging and opens its {@link
 * TwilioProvider}.
 */
public final class TwilioKind implements ProviderKind {
    private static final String ACCOUNT_SID = "accountSid";
    private static final String AUTH_TOKEN = "authToken";
    private static final String FROM = "from";
    private static final String SERVICE = "messagingServiceSid";
    private static final String BASE_URL = "baseUrl";
    private static final String CALLBACK = "statusCallback";
    private static final URI TWILIO = URI.create("https://api.twilio.com/");

    private final boolean allowPrivate;

    public TwilioKind() {
        this(false);
    }

    /**
     * @param allowPrivate whether an account may name a server that is not Twilio's. Accounts are created by tenants, who could
     *     otherwise make us call into our own network.
     */
    public TwilioKind(boolean allowPrivate) {
        this.allowPrivate = allowPrivate;
    }

    @Override
    public String name() {
        return "twilio";
    }

    @Override
    public Set<AddressKind> addressKinds() {
        return Set.of(AddressKind.PHONE);
    }

    @Override
    public List<ProviderSetting> settings() {
        return List.of(
                ProviderSetting.required(ACCOUNT_SID, "AC and 32 hex digits"),
                ProviderSetting.secret(AUTH_TOKEN, "the account's auth token"),
                ProviderSetting.optional(
                        FROM, "a number in E.164 format, a short code or a name of 11 characters; or " + SERVICE),
                ProviderSetting.optional(SERVICE, "MG and 32 hex digits; or " + FROM),
                ProviderSetting.optional(BASE_URL, "the URL of Twilio's API, if not " + TWILIO),
                ProviderSetting.optional(CALLBACK, "the URL for Twilio's status callbacks"));
    }

    @Override
    public Provider open(ProviderSettings settings, ProviderContext context) {
        matching(settings, ACCOUNT_SID, "AC[0-9a-fA-F]{32}");
        matching(settings, AUTH_TOKEN, "[!-~]{1,200}");
        matching(settings, FROM, "\\+[1-9][0-9]{6,14}|[0-9]{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}");
        matching(settings, SERVICE, "MG[0-9a-fA-F]{32}");
        Optional<String> from = settings.find(FROM);
        if (from.isPresent() == settings.find(SERVICE).isPresent()) {
            throw settings.invalid(FROM);
        }
        URI base = settings.url(BASE_URL).orElse(TWILIO);
        if (!allowPrivate && !twilio(base)) {
            throw settings.invalid(BASE_URL);
        }
        return new TwilioProvider(
                new TwilioAccount(
                        settings.text(ACCOUNT_SID),
                        settings.text(AUTH_TOKEN),
                        from.isPresent() ? "From" : "MessagingServiceSid",
                        from.orElseGet(() -> settings.text(SERVICE)),
                        settings.url(CALLBACK).map(URI::toString).orElse(null)),
                base,
                context);
    }

    private static void matching(ProviderSettings settings, String name, String pattern) {
        if (settings.find(name).filter(value -> !value.matches(pattern)).isPresent()) {
            throw settings.invalid(name);
        }
    }

    private static boolean twilio(URI base) {
        return "https".equals(base.getScheme())
                && base.getHost().toLowerCase(Locale.ROOT).endsWith(".twilio.com");
    }
}
