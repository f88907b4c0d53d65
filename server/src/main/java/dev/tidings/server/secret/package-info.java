/**
 * What must be kept and must not be read: encrypted with keys that are not where the rest is. Nothing in here prints, logs or says
 * in an exception what it is about, only whose it is.
 */
package dev.tidings.server.secret;
