package dev.tidings.channels.smpp;

import dev.tidings.channels.Dialer;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.deliver.AddressKind;
import dev.tidings.core.deliver.Provider;
import dev.tidings.core.deliver.ProviderKind;
import dev.tidings.core.deliver.Setting;
import dev.tidings.core.deliver.Settings;
import java.util.List;
import java.util.Set;

/** SMS, over any message centre that speaks SMPP. */
public final class SmppKind implements ProviderKind {
    private final PublicAddresses addresses;

    /** @param addresses where the hosts of accounts may lead */
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
                Setting.optional(
                        Dialer.CERTIFICATE, "the certificate to trust as PEM, instead of those that Java trusts"),
                Setting.required("systemId", "whom to sign in as: 1 to 15 characters of ASCII"),
                Setting.secret("password", "the password of systemId: up to 8 characters of ASCII"),
                Setting.optional(
                        "systemType", "what kind of system we are, if asked for: up to 12 characters of ASCII"),
                Setting.required(
                        "source",
                        "the sender: +491511234567, a short code such as 12345, or a name of up to 11 characters"),
                Setting.optional("sourceTon", "the type of number of source: 0 to 6; otherwise by what it looks like"),
                Setting.optional("sourceNpi", "the numbering plan of source: 0 to 18; otherwise by what it looks like"),
                Setting.optional("window", "how many submits may be without an answer: 1 to 100; 10"),
                Setting.optional(
                        "payload",
                        "true to send a long text in one piece (message_payload), or false, which is the default"));
    }

    @Override
    public Provider open(Settings settings, Context context) {
        return new SmppProvider(SmppAccount.of(settings, addresses), context);
    }
}
