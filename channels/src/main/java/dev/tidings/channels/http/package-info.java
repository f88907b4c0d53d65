/**
 * Shared HTTP clients of the providers. {@link dev.tidings.channels.http.HttpCaller} is for known hosts, over java.net.http; {@link
 * dev.tidings.channels.http.PinnedHttp} is for untrusted URLs, which might resolve into our own network. Both map transport failures
 * to outcomes, so that a provider only has to interpret responses.
 */
package dev.tidings.channels.http;
