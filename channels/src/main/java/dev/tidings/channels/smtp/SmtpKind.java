package dev.tidings.channels.smtp;

import dev.tidings.channels.Dialer;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ProviderSetting;
import dev.tidings.core.delivery.ProviderSettings;
import java.util.List;
import java.util.Set;

/**
 * The provider kind {@code smtp}, for mail through any SMTP server: validates the settings of an account and opens its {@link
 * SmtpProvider}.
 */
public final class SmtpKind implements ProviderKind {
    private final PublicAddresses addresses;

    /** @param addresses the addresses that hosts of accounts may resolve to */
    public SmtpKind(PublicAddresses addresses) {
        this.addresses = addresses;
    }

    @Override
    public String name() {
        return "smtp";
    }

    @Override
    public Set<AddressKind> addressKinds() {
        return Set.of(AddressKind.MAILBOX);
    }

    @Override
    public List<ProviderSetting> settings() {
        return List.of(
                ProviderSetting.required(
                        "host",
                        "the name or address of a mail server"
                                + (addresses.allowsPrivate() ? "" : ", on the public internet")),
                ProviderSetting.optional("port", "1 to 65535; 587, or 465 with tls, or 25 without"),
                ProviderSetting.optional("tls", "starttls, which is the default, tls or none"),
                ProviderSetting.optional(
                        Dialer.CERTIFICATE, "the certificate to trust as PEM, instead of Java's trust store"),
                ProviderSetting.optional("user", "the user for authentication; together with password"),
                ProviderSetting.optionalSecret("password", "the password of user"),
                ProviderSetting.required(
                        "from", "the sender: an address such as news@example.org, or Name <news@example.org>"),
                ProviderSetting.optional("replyTo", "the reply-to address: an address, or Name <address>"),
                ProviderSetting.optional("bounces", "the envelope sender, which receives bounces: an address"),
                ProviderSetting.optional("helo", "the host name for EHLO: letters, digits, dots and dashes"),
                ProviderSetting.optional("connections", "the maximum number of connections: 1 to 100, 16 by default"),
                ProviderSetting.optional(
                        "maxBytes", "the maximum size of a mail: 1000 to 50000000, 10000000 by default"),
                ProviderSetting.optionalSecret(
                        "receiptSecret", "the bearer token for posting bounces: 16 to 200 characters"));
    }

    @Override
    public Provider open(ProviderSettings settings, ProviderContext context) {
        return new SmtpProvider(SmtpAccount.of(settings, addresses), context);
    }
}
