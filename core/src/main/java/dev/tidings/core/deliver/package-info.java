/**
 * The port behind which channels are carried: a delivery in, an outcome out, and perhaps a receipt later. A provider stores nothing
 * and decides nothing: whether to try again, when and with whom, is up to whoever asked.
 */
package dev.tidings.core.deliver;
