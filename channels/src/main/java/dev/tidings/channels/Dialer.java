package dev.tidings.channels;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.channels.http.RefusedAddressException;
import dev.tidings.core.delivery.ProviderSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * Opens TCP and TLS connections to the host of a provider account, for SMTP and SMPP. Connects only to a permitted address. Verifies
 * the server's certificate against the one in the account's settings, or else against Java's trust store.
 */
public final class Dialer {
    /** The name of the setting with a certificate to trust. */
    public static final String CERTIFICATE = "certificate";

    private final String host;
    private final int port;
    private final SSLSocketFactory tls;
    private final PublicAddresses addresses;

    /** @param addresses the permitted addresses: accounts are created by tenants, who must not reach our own network */
    public Dialer(String host, int port, SSLSocketFactory tls, PublicAddresses addresses) {
        this.host = host;
        this.port = port;
        this.tls = tls;
        this.addresses = addresses;
    }

    /**
     * Connects a socket to the address that was checked, so that a second DNS lookup can't change it. The socket keeps the host name
     * of the settings: certificates are verified against it.
     *
     * @throws PrivateHostException if the host resolves to an address that is not permitted
     */
    public void connect(Socket socket, Duration timeout) throws IOException {
        InetAddress address = InetAddress.getByAddress(host, allowed().getAddress());
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(address, port), (int) timeout.toMillis());
    }

    private InetAddress allowed() throws IOException {
        try {
            return addresses.resolve(host, port).getAddress();
        } catch (RefusedAddressException e) {
            throw new PrivateHostException(e);
        }
    }

    /** Starts TLS and verifies the host name. */
    public Socket secure(Socket connected) throws IOException {
        SSLSocket socket = (SSLSocket) tls.createSocket(connected, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    public SSLSocketFactory tls() {
        return tls;
    }

    /** Trusts the certificate in the settings, or else Java's default trust store. */
    public static SSLSocketFactory trust(ProviderSettings settings) {
        return settings.find(CERTIFICATE)
                .map(pem -> {
                    try {
                        return trustOnly(pem);
                    } catch (GeneralSecurityException | IOException e) {
                        throw settings.invalid(CERTIFICATE);
                    }
                })
                .orElseGet(() -> (SSLSocketFactory) SSLSocketFactory.getDefault());
    }

    private static SSLSocketFactory trustOnly(String pem) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        int number = 0;
        for (Certificate certificate : CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(US_ASCII)))) {
            trusted.setCertificateEntry("trusted-" + number++, certificate);
        }
        if (number == 0) {
            throw new GeneralSecurityException("no certificate");
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context.getSocketFactory();
    }
}
