/** The command line: one small class per command, registered in {@code Main}. */
package dev.tidings.server.cli;
