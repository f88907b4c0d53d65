package dev.tidings.channels.smpp;

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
 * The provider kind {@code smpp}, for SMS through any message centre with SMPP: validates the settings of an account and opens its
 * {@link SmppProvider}.
 */
public final class SmppKind implements ProviderKind {
    private final PublicAddresses addresses;

    /** @param addresses the addresses that hosts of accounts may resolve to */
    public SmppKind(PublicAddresses addresses) {
        this.addresses = addresses;
    }

    @Override
    public String name() {
        return "smpp";
    }

    @Override
    public Set<AddressKind> addressKinds() {
        return Set.of(AddressKind.PHONE);
    }

    @Override
    public List<ProviderSetting> settings() {
        return List.of(
                ProviderSetting.required(
                        "host",
                        "the name or address of a message centre"
                                + (addresses.allowsPrivate() ? "" : ", on the public internet")),
                ProviderSetting.optional("port", "1 to 65535; 2775, or 3550 with tls"),
                ProviderSetting.optional("tls", "true or false, which is the default"),
                ProviderSetting.optional(
                        Dialer.CERTIFICATE, "the certificate to trust as PEM, instead of Java's trust store"),
                ProviderSetting.required("systemId", "the system_id of the bind: 1 to 15 characters of ASCII"),
                ProviderSetting.secret("password", "the password of systemId: up to 8 characters of ASCII"),
                ProviderSetting.optional(
                        "systemType", "the system_type of the bind, if required: up to 12 characters of ASCII"),
                ProviderSetting.required(
                        "source",
                        "the sender: +491511234567, a short code such as 12345, or a name of up to 11 characters"),
                ProviderSetting.optional(
                        "sourceTon", "the type of number of source: 0 to 6; derived from source by default"),
                ProviderSetting.optional(
                        "sourceNpi", "the numbering plan of source: 0 to 18; derived from source by default"),
                ProviderSetting.optional("window", "the number of submits in flight: 1 to 100, 10 by default"),
                ProviderSetting.optional(
                        "payload",
                        "true to send a long text in one piece (message_payload), or false, which is the default"));
    }

    @Override
    public Provider open(ProviderSettings settings, ProviderContext context) {
        return new SmppProvider(SmppAccount.of(settings, addresses), context);
    }
}
