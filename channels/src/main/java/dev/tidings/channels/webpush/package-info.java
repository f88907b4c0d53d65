/**
 * Push to browsers: RFC 8030 as the protocol, RFC 8291 for the encryption, RFC 8292 for who we are.
 *
 * <p>Where a delivery goes is said by a browser, that is, by anybody. So an endpoint is called over https only, redirects are not
 * followed, its answers are not shown, and before every call the endpoint is put before a guard, who knows which hosts are not to be
 * called.
 */
package dev.tidings.channels.webpush;
