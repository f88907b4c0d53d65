package dev.tidings.channels.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;

/**
 * A guard against server-side request forgery: resolves an untrusted URL or host to an address, and refuses it if it is not on the
 * public internet. The caller connects to exactly that address, which defeats DNS rebinding.
 */
public final class PublicAddresses {
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

    /**
     * Checks the URL itself, without a DNS lookup.
     *
     * @throws RefusedAddressException if the URL is invalid, or its port is not one for web servers
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
                throw new RefusedAddressException(
                        "private_address", "resolves to an address that is not on the public internet");
            }
        }
        return new InetSocketAddress(addresses[0], port);
    }

    static int port(URI url) {
        return url.getPort() != -1 ? url.getPort() : "https".equalsIgnoreCase(url.getScheme()) ? 443 : 80;
    }
}
