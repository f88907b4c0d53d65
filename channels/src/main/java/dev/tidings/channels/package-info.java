/**
 * Providers, each in a package of its own behind the port in {@code dev.tidings.core.deliver}: a delivery in, an outcome out. None
 * of them stores anything, and none knows another.
 */
package dev.tidings.channels;
