package dev.tidings.channels.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A guard against server-side request forgery: resolves an untrusted URL or host to an address, and refuses it if it is not on the
 * public internet. The caller connects to exactly that address, which defeats DNS rebinding. The one place that knows the option
 * {@code channels.allowPrivate}.
 */
public final class PublicAddresses {
    private static final String PRIVATE = "private_address";
    private static final Pattern IPV4 = Pattern.compile("(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})\\.(\\d{1,3})");
    /** A last label by which some resolvers take a name for an address: 127.1, 2130706433, 0x7f000001. */
    private static final Pattern ENDS_IN_A_NUMBER = Pattern.compile("(?i).*(^|\\.)(\\d+|0x[0-9a-f]*)");

    private final boolean allowPrivate;
    private final Resolver resolver;

    /** Resolves a host name. */
    public interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    /** @param allowPrivate permits all addresses: for tests, and for installations whose receivers are in their own network */
    public PublicAddresses(boolean allowPrivate) {
        this(allowPrivate, InetAddress::getAllByName);
    }

    public PublicAddresses(boolean allowPrivate, Resolver resolver) {
        this.allowPrivate = allowPrivate;
        this.resolver = resolver;
    }

    /** Whether all addresses are permitted, and plain HTTP. */
    public boolean allowsPrivate() {
        return allowPrivate;
    }

    /** Whether a URL could be called, as far as it can be told when it is entered; see {@link #check}. */
    public boolean permits(URI url) {
        try {
            check(url);
            return true;
        } catch (RefusedAddressException refused) {
            return false;
        }
    }

    /** Whether a host could be called, as far as it can be told when it is entered; see {@link #checkHost}. */
    public boolean permits(String host) {
        try {
            checkHost(host);
            return true;
        } catch (RefusedAddressException refused) {
            return false;
        }
    }

    /**
     * Checks a host without a DNS lookup: an IP address has to be a public one, in full, and a name not one of this machine. Other names
     * are checked when they are resolved, since their addresses change.
     *
     * @throws RefusedAddressException if it must not be called
     */
    public void checkHost(String host) {
        if (allowPrivate) {
            return;
        }
        String name = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        name = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        boolean isLiteral = name.contains(":") || IPV4.matcher(name).matches();
        boolean isLocal = name.toLowerCase(Locale.ROOT).matches("(.*\\.)?localhost");
        boolean isHidden = !isLiteral && ENDS_IN_A_NUMBER.matcher(name).matches();
        if (isLocal || isHidden || isLiteral && !isPublicLiteral(name)) {
            throw new RefusedAddressException(PRIVATE, "the address is not on the public internet");
        }
    }

    private static boolean isPublicLiteral(String literal) {
        try {
            // An address in full is not looked up.
            return Arrays.stream(literal.split("\\."))
                            .allMatch(part -> part.contains(":") || Integer.parseInt(part) < 256)
                    && AddressRanges.isPublic(InetAddress.getByName(literal).getAddress());
        } catch (UnknownHostException | NumberFormatException invalid) {
            return false;
        }
    }

    /**
     * Checks the URL itself, without a DNS lookup.
     *
     * @throws RefusedAddressException if the URL is invalid, its host must not be called, or its port is not one for web servers
     */
    public void check(URI url) {
        boolean web = "https".equalsIgnoreCase(url.getScheme()) || "http".equalsIgnoreCase(url.getScheme());
        if (!web || url.getHost() == null || url.getRawUserInfo() != null) {
            throw new RefusedAddressException(
                    "bad_url", "expected an http or https URL with a host and without a user");
        }
        int port = port(url);
        if (port < 1 || port > 65_535) {
            throw new RefusedAddressException("bad_url", "port: expected 1 to 65535");
        }
        if (!allowPrivate && port < 1_024 && port != 80 && port != 443) {
            throw new RefusedAddressException("refused_port", "port: expected 80, 443 or one from 1024 on");
        }
        checkHost(url.getHost());
    }

    /**
     * The address to connect to. Blocks during the DNS lookup.
     *
     * @throws RefusedAddressException if any of the addresses is not public; a legitimate name has none of these
     */
    public InetSocketAddress resolve(URI url) throws UnknownHostException {
        check(url);
        return resolve(url.getHost(), port(url));
    }

    /**
     * The address to connect to, for protocols other than HTTP. Blocks during the DNS lookup.
     *
     * @throws RefusedAddressException as above
     */
    public InetSocketAddress resolve(String host, int port) throws UnknownHostException {
        InetAddress[] addresses = resolver.resolve(host);
        if (addresses.length == 0) {
            throw new UnknownHostException();
        }
        for (InetAddress address : addresses) {
            if (!allowPrivate && !AddressRanges.isPublic(address.getAddress())) {
                throw new RefusedAddressException(PRIVATE, "resolves to an address that is not on the public internet");
            }
        }
        return new InetSocketAddress(addresses[0], port);
    }

    static int port(URI url) {
        return url.getPort() != -1 ? url.getPort() : "https".equalsIgnoreCase(url.getScheme()) ? 443 : 80;
    }
}
