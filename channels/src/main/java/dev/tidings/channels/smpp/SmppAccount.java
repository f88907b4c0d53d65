package dev.tidings.channels.smpp;

import dev.tidings.channels.Dialer;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.ProviderSettings;
import java.util.regex.Pattern;
import org.jsmpp.bean.BindType;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.session.BindParameter;

/** The validated settings of an SMPP account: host, credentials, sender address and window. */
record SmppAccount(
        Dialer dialer,
        String host,
        int port,
        boolean tls,
        String systemId,
        String password,
        String systemType,
        Source source,
        int window,
        boolean payload) {
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.:_-]{1,253}");
    private static final Pattern SYSTEM_ID = Pattern.compile("[!-~]{1,15}");
    private static final Pattern PASSWORD = Pattern.compile("[ -~]{0,8}");
    private static final Pattern SYSTEM_TYPE = Pattern.compile("[ -~]{0,12}");
    private static final Pattern INTERNATIONAL = Pattern.compile("\\+[1-9][0-9]{5,14}");
    private static final Pattern SHORT_CODE = Pattern.compile("[0-9]{3,15}");
    private static final Pattern NAME = Pattern.compile("[ -~]{1,11}");

    /** The sender address as a phone shows it. */
    record Source(TypeOfNumber ton, NumberingPlanIndicator npi, String address) {}

    static SmppAccount of(ProviderSettings settings, PublicAddresses addresses) {
        boolean tls = settings.flag("tls", false);
        String host = matching(settings, "host", "", HOST);
        if (!addresses.permits(host)) {
            throw settings.invalid("host");
        }
        int port = settings.integer("port", tls ? 3550 : 2775, 1, 65_535);
        return new SmppAccount(
                new Dialer(host, port, Dialer.trust(settings), addresses),
                host,
                port,
                tls,
                matching(settings, "systemId", "", SYSTEM_ID),
                matching(settings, "password", "", PASSWORD),
                matching(settings, "systemType", "", SYSTEM_TYPE),
                source(settings),
                settings.integer("window", 10, 1, 100),
                settings.flag("payload", false));
    }

    private static Source source(ProviderSettings settings) {
        String text = settings.text("source");
        boolean international = INTERNATIONAL.matcher(text).matches();
        boolean shortCode = SHORT_CODE.matcher(text).matches();
        if (!international && !shortCode && !NAME.matcher(text).matches()) {
            throw settings.invalid("source");
        }
        TypeOfNumber ton = international
                ? TypeOfNumber.INTERNATIONAL
                : shortCode ? TypeOfNumber.UNKNOWN : TypeOfNumber.ALPHANUMERIC;
        NumberingPlanIndicator npi =
                international || shortCode ? NumberingPlanIndicator.ISDN : NumberingPlanIndicator.UNKNOWN;
        try {
            return new Source(
                    TypeOfNumber.valueOf((byte) settings.integer("sourceTon", ton.value(), 0, 6)),
                    NumberingPlanIndicator.valueOf((byte) settings.integer("sourceNpi", npi.value(), 0, 18)),
                    international ? text.substring(1) : text);
        } catch (IllegalArgumentException e) {
            // The numbering plans have gaps between their numbers.
            throw settings.invalid("sourceNpi");
        }
    }

    private static String matching(ProviderSettings settings, String name, String byDefault, Pattern pattern) {
        String value = settings.find(name).orElse(byDefault);
        if (!pattern.matcher(value).matches()) {
            throw settings.invalid(name);
        }
        return value;
    }

    BindParameter bind() {
        return new BindParameter(
                BindType.BIND_TRX,
                systemId,
                password,
                systemType,
                TypeOfNumber.UNKNOWN,
                NumberingPlanIndicator.UNKNOWN,
                null);
    }

    @Override
    public String toString() {
        return "smpp " + host + ":" + port;
    }
}
