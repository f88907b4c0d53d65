/**
 * The port behind which channels are carried: a delivery in, an outcome out. A provider stores nothing and decides nothing: whether
 * to try again, and when, is up to whoever asked.
 */
package dev.tidings.core.deliver;
