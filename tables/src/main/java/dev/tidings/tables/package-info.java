/** The wide-column schema of Tidings: start at {@link dev.tidings.tables.TidingsSchema}. */
package dev.tidings.tables;
