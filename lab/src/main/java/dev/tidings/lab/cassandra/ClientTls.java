package dev.tidings.lab.cassandra;

import java.nio.file.Path;

/** The server key and certificate with which a node of the lab accepts client connections over TLS: a PKCS#12 file and its password. */
public record ClientTls(Path keystore, String password) {
    @Override
    public String toString() {
        return "ClientTls[" + keystore + "]";
    }
}
