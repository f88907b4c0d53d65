/**
 * Push to browsers: RFC 8030 for the protocol, RFC 8291 for the encryption, RFC 8292 (VAPID) for the sender's identity.
 *
 * <p>The endpoint of a delivery is untrusted input. So it is called over https only, redirects are not followed, its responses are
 * not shown, and its address is checked before every call.
 */
package dev.tidings.channels.webpush;
