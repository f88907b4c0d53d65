/**
 * What providers on HTTP share. {@link dev.tidings.channels.http.HttpCaller} is for far sides that we know by name, over java.net.http;
 * {@link dev.tidings.channels.http.PinnedHttp} is for URLs that somebody else has given us, which might lead into our own network.
 * Both turn what can go wrong on a connection into outcomes, so that a provider only has to understand answers.
 */
package dev.tidings.channels.http;
