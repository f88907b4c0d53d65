package dev.tidings.channels.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;

/**
 * Keeps a URL that somebody gave us from leading into our own network. The name is resolved once, and whoever asks connects to the
 * address that was looked at: a name that means something else a moment later does not get its second chance.
 */
public final class PublicAddresses {
    private final boolean allowPrivate;
    private final Resolver resolver;

    /** How a name becomes addresses. */
    public interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    /** @param allowPrivate lets everything through: for tests, and for those whose receivers are in their own network */
    public PublicAddresses(boolean allowPrivate) {
        this(allowPrivate, InetAddress::getAllByName);
    }

    public PublicAddresses(boolean allowPrivate, Resolver resolver) {
        this.allowPrivate = allowPrivate;
        this.resolver = resolver;
    }

    /**
     * Looks at the URL alone, and asks nobody.
     *
     * @throws RefusedAddressException if it can't be called, or its port is one on which something other than the web listens
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
     * The address to connect to. Blocks while the name is being resolved.
     *
     * @throws RefusedAddressException if it is not one on the internet; one such among several is enough, an honest name has none
     */
    public InetSocketAddress resolve(URI url) throws UnknownHostException {
        check(url);
        return resolve(url.getHost(), port(url));
    }

    /**
     * The address to connect to, for those who speak something other than HTTP. Blocks while the name is being resolved.
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
                        "private_address", "leads to an address that is not on the public internet");
            }
        }
        return new InetSocketAddress(addresses[0], port);
    }

    static int port(URI url) {
        return url.getPort() != -1 ? url.getPort() : "https".equalsIgnoreCase(url.getScheme()) ? 443 : 80;
    }
}
