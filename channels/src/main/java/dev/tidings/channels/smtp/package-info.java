/**
 * Mail over SMTP, to the server that an account names.
 *
 * <p>Angus Mail speaks the protocol, and reads bounces. It blocks, so that each conversation holds a thread; there are as many as
 * connections, and these are bounded and reused. The alternative was the mail client of Vert.x, which does not block, but does not
 * tell either how far a conversation had come when it broke: then every lost connection would be {@code Unclear}, while here it is
 * a {@code Retry} up to the dot that ends the mail.
 *
 * <p>In the order of use: {@code SmtpKind} makes an {@code SmtpAccount} of settings, {@code MailWriter} makes bytes of a delivery,
 * {@code SmtpConnection} hands them over, {@code SmtpAnswer} understands what is said to that, and {@code BounceReader} what is said
 * later.
 */
package dev.tidings.channels.smtp;
