/**
 * SMS over SMPP 3.4, to the message centre that an account names.
 *
 * <p>jSMPP speaks the protocol over one session that both sends and receives; it is kept open, since receipts come over it, and bound
 * again when it is lost. A submit blocks until its answer is there, so that there are as many threads as submits may be
 * outstanding: the window. Message centres have small ones.
 *
 * <p>In the order of use: {@code SmppKind} makes an {@code SmppAccount} of settings, {@link dev.tidings.core.deliver.Segments} cuts
 * a text, {@code SmppLink} binds, {@code BoundSession} submits, {@code SmppStatus} understands the answer, and {@code SmppReceipts}
 * what is reported later.
 */
package dev.tidings.channels.smpp;
