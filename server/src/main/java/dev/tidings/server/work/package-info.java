/** The threads that take records from the log and have them handled, whatever the stage, and what happens to a record that can't be. */
package dev.tidings.server.work;
