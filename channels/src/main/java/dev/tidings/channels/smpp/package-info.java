/**
 * SMS over SMPP 3.4, to the message centre of an account.
 *
 * <p>jSMPP speaks the protocol over one transceiver session. The session is kept open, because receipts arrive over it, and rebound
 * when it is lost. A submit blocks until its answer, so there are as many threads as submits in flight: the window, which message
 * centres keep small.
 *
 * <p>In order of use: {@code SmppKind} turns settings into an {@code SmppAccount}, {@link dev.tidings.core.delivery.Segments} splits a
 * text, {@code SmppLink} binds, {@code BoundSession} submits, {@code SmppStatus} maps the answer, and {@code SmppReceipts} parses the
 * receipts.
 */
package dev.tidings.channels.smpp;
