/**
 * Mail over SMTP, to the server of an account.
 *
 * <p>Angus Mail speaks the protocol and parses bounces. It blocks, so each connection uses a thread; connections are bounded and
 * reused. The alternative was the mail client of Vert.x, which does not block, but does not report how far a failed transaction had
 * come: every lost connection would be {@code Unclear}, while here it is a {@code Retry} up to the dot that ends the mail.
 *
 * <p>In order of use: {@code SmtpKind} turns settings into an {@code SmtpAccount}, {@code MailWriter} writes the bytes of a mail,
 * {@code SmtpConnection} sends them, {@code SmtpReply} maps the reply, and {@code BounceReader} parses the bounces.
 */
package dev.tidings.channels.smtp;
