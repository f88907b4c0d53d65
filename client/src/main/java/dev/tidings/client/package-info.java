/**
 * The Java client of Tidings. It begins with a {@link dev.tidings.client.TidingsClient}:
 *
 * <pre>{@code
 * TidingsClient tidings = TidingsClient.builder(URI.create("http://localhost:8080")).apiKey(key).build();
 * Accepted accepted = tidings.notifications().send(Notification.to("usr_42").title("Hello").build());
 * }</pre>
 *
 * <p>It needs Java 17 and Jackson, and nothing else.
 */
package dev.tidings.client;
