package dev.tidings.lab.cassandra;

import java.nio.file.Path;

/** The key and certificate that the nodes show to clients: a PKCS#12 file and its password. */
public record ClientTls(Path keystore, String password) {
    @Override
    public String toString() {
        return "ClientTls[" + keystore + "]";
    }
}
