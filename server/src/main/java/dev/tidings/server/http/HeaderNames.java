package dev.tidings.server.http;

import io.vertx.core.http.HttpHeaders;

/** Header names and values of nearly every request or response, with precomputed hashes and bytes. */
final class HeaderNames {
    static final CharSequence AUTHORIZATION = HttpHeaders.createOptimized("Authorization");
    static final CharSequence CONTENT_TYPE = HttpHeaders.createOptimized("Content-Type");
    static final CharSequence CONTENT_ENCODING = HttpHeaders.createOptimized("Content-Encoding");
    static final CharSequence CONTENT_LENGTH = HttpHeaders.createOptimized("Content-Length");
    static final CharSequence TRANSFER_ENCODING = HttpHeaders.createOptimized("Transfer-Encoding");
    static final CharSequence EXPECT = HttpHeaders.createOptimized("Expect");
    static final CharSequence ORIGIN = HttpHeaders.createOptimized("Origin");
    static final CharSequence CACHE_CONTROL = HttpHeaders.createOptimized("Cache-Control");
    static final CharSequence NO_STORE = HttpHeaders.createOptimized("no-store");
    static final CharSequence CONNECTION = HttpHeaders.createOptimized("Connection");
    static final CharSequence CONTENT_TYPE_OPTIONS = HttpHeaders.createOptimized("X-Content-Type-Options");
    static final CharSequence NOSNIFF = HttpHeaders.createOptimized("nosniff");

    private HeaderNames() {}
}
