package dev.tidings.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.server.auth.Caller;
import dev.tidings.server.auth.SocketTickets;
import dev.tidings.server.config.Config;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/**
 * Sets and finds the cookies with which a browser's EventSource resumes its stream. Its URL has a ticket that was used, so each ticket has a
 * cookie of its own, named after a hash of the ticket: the tabs of a browser don't replace each other's. Their number and size are bounded,
 * since they come with every request for a stream and count towards the limit of its headers.
 */
final class StreamCookies {
    private static final String PREFIX = "tidings_live_";
    private static final int NAME_BYTES = 12;
    private static final int MAX_COOKIES = 20;

    private final SocketTickets tickets;
    private final InstantSource clock;
    private final int maxBytes;
    private final boolean secure;
    private final String path;

    StreamCookies(Config.Http options, SocketTickets tickets, InstantSource clock) {
        this.tickets = tickets;
        this.clock = clock;
        // The other half is for the rest of the request.
        this.maxBytes = options.maxHeaderBytes().intBytes() / 2;
        this.secure = options.baseUrl().startsWith("https:") || options.tls().isEnabled();
        // The path as browsers see it: a proxy may serve the API below a path of its own.
        this.path = pathOf(options.baseUrl()) + Routes.LIVE_PATH;
    }

    /** A URL that is no URI has no path either. */
    private static String pathOf(String url) {
        try {
            String path = URI.create(url).getRawPath();
            return path == null ? "" : path;
        } catch (IllegalArgumentException notAUri) {
            return "";
        }
    }

    /** The cookie of a ticket; null if the request has none. */
    static String find(HttpServerRequest request, String ticket) {
        String start = name(ticket) + "=";
        return cookies(request).stream()
                .filter(cookie -> cookie.startsWith(start))
                .map(cookie -> cookie.substring(start.length()))
                .findFirst()
                .orElse(null);
    }

    /**
     * The header lines that set the cookie of a ticket, and remove the oldest ones beyond the limits.
     *
     * @param crossSite whether the page is of another site, to which a strict cookie would not be sent
     */
    String headers(HttpServerRequest request, String ticket, Caller.User caller, boolean crossSite) {
        String attributes = "; Path=" + path + "; HttpOnly" + (secure ? "; Secure" : "")
                // Browsers accept the cookie of another site only with these two, and only if it is secure.
                + (crossSite && secure ? "; SameSite=None; Partitioned" : "; SameSite=Strict") + "\r\n";
        String added = name(ticket) + "=" + tickets.resumption(ticket, caller);
        long life = Math.max(
                0, Duration.between(clock.instant(), caller.expiresAt()).toSeconds());
        StringBuilder lines = new StringBuilder(setCookie(added, life, attributes));
        for (String old : beyondLimits(cookies(request), added)) {
            lines.append(setCookie(old.substring(0, old.indexOf('=') + 1), 0, attributes));
        }
        return lines.toString();
    }

    private static String setCookie(String cookie, long life, String attributes) {
        return "Set-Cookie: " + cookie + "; Max-Age=" + life + attributes;
    }

    /** Browsers send the oldest cookies first (RFC 6265, section 5.4). */
    private List<String> beyondLimits(List<String> present, String added) {
        int bytes = added.length();
        int kept = 1;
        for (int i = present.size() - 1; i >= 0; i--) {
            bytes += present.get(i).length();
            if (++kept > MAX_COOKIES || bytes > maxBytes) {
                return present.subList(0, i + 1);
            }
        }
        return List.of();
    }

    private static List<String> cookies(HttpServerRequest request) {
        return request.headers().getAll("Cookie").stream()
                .flatMap(header -> Arrays.stream(header.split(";")))
                .map(String::strip)
                .filter(cookie -> cookie.startsWith(PREFIX) && isName(cookie, cookie.indexOf('=')))
                .toList();
    }

    /** A name is sent back in a header. */
    private static boolean isName(String cookie, int end) {
        return end > 0
                && cookie.chars()
                        .limit(end)
                        .allMatch(c -> c < 0x7F && Character.isLetterOrDigit(c) || c == '-' || c == '_');
    }

    private static String name(String ticket) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(ticket.getBytes(UTF_8));
            return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, NAME_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
