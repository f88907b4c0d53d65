package dev.tidings.lab.cassandra;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A trust manager that accepts any certificate. Only for health probes of the lab's nodes on loopback, never for the product. */
final class TrustAllManager implements X509TrustManager {
    private TrustAllManager() {}

    static Socket wrap(Socket socket, InetSocketAddress address) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new TrustAllManager()}, null);
            return context.getSocketFactory()
                    .createSocket(socket, address.getAddress().getHostAddress(), address.getPort(), true);
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
