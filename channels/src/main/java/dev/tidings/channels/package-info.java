/**
 * The providers, each in its own package behind the port in {@code dev.tidings.core.delivery}: a delivery in, an outcome out.
 * Providers store nothing and are independent of each other.
 */
package dev.tidings.channels;
