package dev.tidings.channels.webpush;

import com.interaso.webpush.VapidKeys;
import com.interaso.webpush.WebPush;
import dev.tidings.channels.http.PinnedHttp;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ProviderSetting;
import dev.tidings.core.delivery.ProviderSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Accounts for browser push, each with the VAPID key pair that its web pages subscribe with. */
public final class WebPushKind implements ProviderKind {
    private static final String PUBLIC_KEY = "vapidPublicKey";
    private static final String PRIVATE_KEY = "vapidPrivateKey";
    private static final String SUBJECT = "subject";

    private static final Pattern MAILBOX = Pattern.compile("[^@]+@[^@]+");
    private static final int PRIVATE_KEY_BYTES = 32;

    private final PublicAddresses addresses;

    /**
     * @param addresses the addresses that endpoints may resolve to; checked before every call, which then uses the checked address.
     *     Where private ones are permitted, so is plain HTTP. Not a setting, because settings belong to tenants, who must not decide
     *     what may be called.
     */
    public WebPushKind(PublicAddresses addresses) {
        this.addresses = addresses;
    }

    @Override
    public String name() {
        return "webpush";
    }

    @Override
    public Set<AddressKind> addressKinds() {
        return Set.of(AddressKind.WEB_PUSH);
    }

    @Override
    public List<ProviderSetting> settings() {
        return List.of(
                ProviderSetting.required(PUBLIC_KEY, "the 65 bytes of a point on P-256, uncompressed, in base64url"),
                ProviderSetting.secret(PRIVATE_KEY, "the 32 bytes that belong to the public key, in base64url"),
                ProviderSetting.required(
                        SUBJECT, "a contact for push services: mailto:somebody@example.org or an https URL"));
    }

    @Override
    public Provider open(ProviderSettings settings, ProviderContext context) {
        return new WebPushProvider(
                new WebPush(subject(settings), keys(settings)),
                new WebPushProvider.PushClient(new PinnedHttp(addresses), addresses.allowsPrivate()),
                context);
    }

    /** It becomes part of a token unchanged. A URI can't contain characters that would break out of a JSON string. */
    private static String subject(ProviderSettings settings) {
        String subject = settings.text(SUBJECT);
        try {
            URI uri = new URI(subject);
            boolean mail = subject.startsWith("mailto:")
                    && MAILBOX.matcher(uri.getSchemeSpecificPart()).matches();
            boolean page = subject.startsWith("https://") && uri.getHost() != null;
            if (mail || page) {
                return subject;
            }
        } catch (URISyntaxException e) {
            // Reported below.
        }
        throw settings.invalid(SUBJECT);
    }

    private static VapidKeys keys(ProviderSettings settings) {
        String publicKey = settings.text(PUBLIC_KEY);
        String privateKey = settings.text(PRIVATE_KEY);
        if (!P256.isPoint(bytes(publicKey))) {
            throw settings.invalid(PUBLIC_KEY);
        }
        if (bytes(privateKey).length != PRIVATE_KEY_BYTES) {
            throw settings.invalid(PRIVATE_KEY);
        }
        try {
            return VapidKeys.fromUncompressedBytes(publicKey, privateKey);
        } catch (Exception e) {
            // Also checked exceptions, which Kotlin does not declare. The keys do not match, or the private one is
            // invalid.
            throw settings.invalid(PRIVATE_KEY);
        }
    }

    private static byte[] bytes(String base64) {
        try {
            return Base64.getUrlDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
