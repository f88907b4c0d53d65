/** The whole schema of Tidings: start at {@link dev.tidings.tables.TidingsSchema}. */
package dev.tidings.tables;
