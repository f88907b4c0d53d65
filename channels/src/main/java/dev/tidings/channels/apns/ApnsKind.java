package dev.tidings.channels.apns;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.eatthepath.pushy.apns.ApnsClient;
import com.eatthepath.pushy.apns.ApnsClientBuilder;
import com.eatthepath.pushy.apns.auth.ApnsSigningKey;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ProviderSetting;
import dev.tidings.core.delivery.ProviderSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** The provider kind {@code apns}: validates the settings of an account with Apple's push service and opens its {@link ApnsProvider}. */
public final class ApnsKind implements ProviderKind {
    private static final String TEAM_ID = "teamId";
    private static final String KEY_ID = "keyId";
    private static final String SIGNING_KEY = "signingKey";
    private static final String TOPIC = "topic";
    private static final String HOST = "host";
    private static final String TRUSTED_CERTIFICATE = "trustedCertificate";

    private static final Pattern APPLE_ID = Pattern.compile("[A-Z0-9]{10}");
    private static final Pattern BUNDLE_ID = Pattern.compile("[A-Za-z0-9.-]{1,155}");
    private static final Pattern HOST_AND_PORT = Pattern.compile("([A-Za-z0-9.-]{1,253}):([0-9]{1,5})");
    private static final int P256_BITS = 256;

    private final boolean allowPrivate;

    /**
     * @param allowPrivate whether an account may name a proxy instead of Apple's servers. Accounts are created by tenants, who could
     *     otherwise make us call into our own network.
     */
    public ApnsKind(boolean allowPrivate) {
        this.allowPrivate = allowPrivate;
    }

    @Override
    public String name() {
        return "apns";
    }

    @Override
    public Set<AddressKind> addressKinds() {
        return Set.of(AddressKind.APNS);
    }

    @Override
    public List<ProviderSetting> settings() {
        return List.of(
                ProviderSetting.required(TEAM_ID, "the 10 capital letters and digits of the team"),
                ProviderSetting.required(KEY_ID, "the 10 capital letters and digits of the signing key"),
                ProviderSetting.secret(
                        SIGNING_KEY, "the text of the .p8 file from Apple, from BEGIN to END PRIVATE KEY"),
                ProviderSetting.required(TOPIC, "the bundle id of the app, such as com.example.app"),
                ProviderSetting.optional(
                        HOST,
                        (allowPrivate ? "production, sandbox, or host:port of a proxy" : "production or sandbox")
                                + "; production by default"),
                ProviderSetting.optional(
                        TRUSTED_CERTIFICATE,
                        "the certificate of the proxy, from BEGIN to END CERTIFICATE; Java's trust store by default"));
    }

    @Override
    public Provider open(ProviderSettings settings, ProviderContext context) {
        for (String name : List.of(TEAM_ID, KEY_ID)) {
            if (!APPLE_ID.matcher(settings.text(name)).matches()) {
                throw settings.invalid(name);
            }
        }
        String topic = settings.text(TOPIC);
        if (!BUNDLE_ID.matcher(topic).matches()) {
            throw settings.invalid(TOPIC);
        }
        ApnsClientBuilder builder = new ApnsClientBuilder()
                .setSigningKey(signingKey(settings))
                .setConnectionTimeout(context.timeout())
                .setGracefulShutdownTimeout(context.timeout());
        server(settings, builder);
        if (settings.find(TRUSTED_CERTIFICATE).isPresent()) {
            builder.setTrustedServerCertificateChain(trusted(settings));
        }
        return new ApnsProvider(client(builder), topic, context);
    }

    private static ApnsSigningKey signingKey(ProviderSettings settings) {
        ByteArrayInputStream pem =
                new ByteArrayInputStream(settings.text(SIGNING_KEY).getBytes(UTF_8));
        try {
            ApnsSigningKey key = ApnsSigningKey.loadFromInputStream(pem, settings.text(TEAM_ID), settings.text(KEY_ID));
            // A key of another curve would fail only when the first token is signed.
            if (key.getParams().getOrder().bitLength() == P256_BITS) {
                return key;
            }
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            // Reported below, without the value.
        }
        throw settings.invalid(SIGNING_KEY);
    }

    private void server(ProviderSettings settings, ApnsClientBuilder builder) {
        String host = settings.find(HOST).orElse("production");
        switch (host) {
            case "production" -> builder.setApnsServer(ApnsClientBuilder.PRODUCTION_APNS_HOST);
            case "sandbox" -> builder.setApnsServer(ApnsClientBuilder.DEVELOPMENT_APNS_HOST);
            default -> {
                Matcher parts = HOST_AND_PORT.matcher(host);
                int port = parts.matches() ? Integer.parseInt(parts.group(2)) : 0;
                if (!allowPrivate || port < 1 || port > 65_535) {
                    throw settings.invalid(HOST);
                }
                builder.setApnsServer(parts.group(1), port);
            }
        }
    }

    private static X509Certificate[] trusted(ProviderSettings settings) {
        try {
            X509Certificate[] certificates = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(
                            settings.text(TRUSTED_CERTIFICATE).getBytes(UTF_8)))
                    .toArray(X509Certificate[]::new);
            if (certificates.length > 0) {
                return certificates;
            }
        } catch (CertificateException e) {
            // Reported below.
        }
        throw settings.invalid(TRUSTED_CERTIFICATE);
    }

    private static ApnsClient client(ApnsClientBuilder builder) {
        try {
            return builder.build();
        } catch (SSLException e) {
            throw new IllegalStateException("this Java does not support the TLS that Apple's push service requires", e);
        }
    }
}
