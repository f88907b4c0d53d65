package dev.tidings.channels.smpp;

import dev.tidings.channels.Dialer;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.Setting;
import dev.tidings.core.delivery.Settings;
import java.util.List;
import java.util.Set;

/** SMS through any message centre that supports SMPP. */
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
    public Set<AddressKind> carries() {
        return Set.of(AddressKind.PHONE);
    }

    @Override
    public List<Setting> settings() {
        return List.of(
                Setting.required("host", "the name or address of a message centre"),
                Setting.optional("port", "1 to 65535; 2775, or 3550 with tls"),
                Setting.optional("tls", "true or false, which is the default"),
                Setting.optional(Dialer.CERTIFICATE, "the certificate to trust as PEM, instead of Java's trust store"),
                Setting.required("systemId", "the system_id of the bind: 1 to 15 characters of ASCII"),
                Setting.secret("password", "the password of systemId: up to 8 characters of ASCII"),
                Setting.optional(
                        "systemType", "the system_type of the bind, if required: up to 12 characters of ASCII"),
                Setting.required(
                        "source",
                        "the sender: +491511234567, a short code such as 12345, or a name of up to 11 characters"),
                Setting.optional("sourceTon", "the type of number of source: 0 to 6; derived from source by default"),
                Setting.optional("sourceNpi", "the numbering plan of source: 0 to 18; derived from source by default"),
                Setting.optional("window", "the number of submits in flight: 1 to 100, 10 by default"),
                Setting.optional(
                        "payload",
                        "true to send a long text in one piece (message_payload), or false, which is the default"));
    }

    @Override
    public Provider open(Settings settings, Context context) {
        return new SmppProvider(SmppAccount.of(settings, addresses), context);
    }
}
