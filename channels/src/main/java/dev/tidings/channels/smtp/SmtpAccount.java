package dev.tidings.channels.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.channels.Dialer;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.ProviderSettings;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.io.UnsupportedEncodingException;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The validated settings of an SMTP account: server, credentials, sender and limits.
 *
 * @param user null for no authentication
 * @param replyTo null if replies go to the sender
 * @param bounces the envelope sender
 * @param receiptSecret null if bounces are not accepted
 */
record SmtpAccount(
        Dialer dialer,
        String host,
        int port,
        Tls tls,
        String user,
        String password,
        InternetAddress from,
        InternetAddress replyTo,
        String bounces,
        String helo,
        int connections,
        int maxBytes,
        String receiptSecret) {
    private static final Pattern HELO = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,253}");
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9.:_-]{1,253}");

    /** The modes of TLS, with their default ports. */
    enum Tls {
        NONE(25),
        STARTTLS(587),
        TLS(465);

        private final int port;

        Tls(int port) {
            this.port = port;
        }
    }

    static SmtpAccount of(ProviderSettings settings, PublicAddresses addresses) {
        Tls tls = switch (settings.find("tls").orElse("starttls")) {
            case "none" -> Tls.NONE;
            case "starttls" -> Tls.STARTTLS;
            case "tls" -> Tls.TLS;
            default -> throw settings.invalid("tls");
        };
        String host = matching(settings, "host", HOST).orElseThrow(() -> settings.invalid("host"));
        if (!addresses.permits(host)) {
            throw settings.invalid("host");
        }
        int port = settings.integer("port", tls.port, 1, 65_535);
        InternetAddress from = sender(settings, "from").orElseThrow(() -> settings.invalid("from"));
        Optional<String> user = settings.find("user");
        Optional<String> password = settings.find("password");
        if (user.isPresent() != password.isPresent()) {
            throw settings.invalid(user.isPresent() ? "password" : "user");
        }
        Optional<String> receiptSecret = settings.find("receiptSecret");
        if (receiptSecret.isPresent()
                && (receiptSecret.get().length() < 16 || receiptSecret.get().length() > 200)) {
            throw settings.invalid("receiptSecret");
        }
        String domain = from.getAddress().substring(from.getAddress().lastIndexOf('@') + 1);
        return new SmtpAccount(
                new Dialer(host, port, Dialer.trust(settings), addresses),
                host,
                port,
                tls,
                user.orElse(null),
                password.orElse(null),
                from,
                sender(settings, "replyTo").orElse(null),
                sender(settings, "bounces").map(InternetAddress::getAddress).orElse(from.getAddress()),
                matching(settings, "helo", HELO).orElse(domain),
                settings.integer("connections", 16, 1, 100),
                settings.integer("maxBytes", 10_000_000, 1_000, 50_000_000),
                receiptSecret.orElse(null));
    }

    private static Optional<String> matching(ProviderSettings settings, String name, Pattern pattern) {
        Optional<String> value = settings.find(name);
        if (value.isPresent() && !pattern.matcher(value.get()).matches()) {
            throw settings.invalid(name);
        }
        return value;
    }

    private static Optional<InternetAddress> sender(ProviderSettings settings, String name) {
        return settings.find(name).map(text -> {
            try {
                if (text.chars().noneMatch(Character::isISOControl)) {
                    InternetAddress[] parsed = InternetAddress.parse(text, true);
                    if (parsed.length == 1 && !parsed[0].isGroup()) {
                        // Rebuilt, because a parsed address keeps its display name as written and not in ASCII.
                        return new InternetAddress(
                                MailAddressCheck.checked(parsed[0].getAddress()),
                                parsed[0].getPersonal(),
                                UTF_8.name());
                    }
                }
            } catch (AddressException | UnsupportedEncodingException | UnsendableException e) {
                // Reported below.
            }
            throw settings.invalid(name);
        });
    }

    /** The properties that configure Angus Mail. */
    Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("mail.smtp.localhost", helo);
        properties.setProperty("mail.smtp.auth", Boolean.toString(user != null));
        // Required, not only enabled: an attacker who strips STARTTLS must not see the password.
        properties.setProperty("mail.smtp.starttls.enable", Boolean.toString(tls == Tls.STARTTLS));
        properties.setProperty("mail.smtp.starttls.required", Boolean.toString(tls == Tls.STARTTLS));
        properties.setProperty("mail.smtp.ssl.checkserveridentity", "true");
        properties.put("mail.smtp.ssl.socketFactory", dialer.tls());
        // A server that does not answer QUIT would block a thread.
        properties.setProperty("mail.smtp.quitwait", "false");
        return properties;
    }

    @Override
    public String toString() {
        return "smtp " + host + ":" + port;
    }
}
