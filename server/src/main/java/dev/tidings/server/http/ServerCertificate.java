package dev.tidings.server.http;

import dev.tidings.server.config.Config;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import java.io.File;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The TLS certificate of the server, read again when its files change: new connections get the new one, open ones keep theirs. If the new
 * files can't be used, such as while only one of them was replaced, the previous certificate stays in use.
 */
final class ServerCertificate {
    private static final Logger log = LoggerFactory.getLogger(ServerCertificate.class);

    private final Config.Http.Tls options;
    private volatile SslContext context;
    private List<Long> version;

    private ServerCertificate(Config.Http.Tls options) {
        this.options = options;
        this.version = fileVersion();
        this.context = read();
    }

    /** Empty without TLS. Fails if the files can't be used. */
    static Optional<ServerCertificate> of(Config.Http.Tls options) {
        return options.isEnabled() ? Optional.of(new ServerCertificate(options)) : Optional.empty();
    }

    SslHandler newHandler(ByteBufAllocator allocator) {
        return context.newHandler(allocator);
    }

    /** Called every second or so; reads the files only if they changed. */
    synchronized void reloadIfChanged() {
        List<Long> now = fileVersion();
        if (now.equals(version)) {
            return;
        }
        version = now;
        try {
            context = read();
            log.info("the TLS certificate in {} was replaced", options.certificate());
        } catch (IllegalStateException e) {
            log.warn("the TLS certificate was changed and can't be used; keeping the previous one: {}", e.getMessage());
        }
    }

    private SslContext read() {
        PemFiles.KeyPairFiles files = PemFiles.read(options.certificate(), options.key());
        try {
            return SslContextBuilder.forServer(files.key(), files.chain()).build();
        } catch (SSLException | IllegalArgumentException e) {
            throw new IllegalStateException("http.tls.certificate: " + e.getMessage(), e);
        }
    }

    /** Times and lengths; through links, by which certificates are often replaced. */
    private List<Long> fileVersion() {
        File certificate = new File(options.certificate());
        File key = new File(options.key());
        return List.of(certificate.lastModified(), certificate.length(), key.lastModified(), key.length());
    }
}
