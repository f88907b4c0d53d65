/**
 * Wide-column tables declared in code, with queries limited to those their keys can serve.
 *
 * <p>In the order of use: {@link dev.tidings.widecolumn.Column}s make a {@link dev.tidings.widecolumn.Table} with the {@link
 * dev.tidings.widecolumn.Query}s it serves; tables make a {@link dev.tidings.widecolumn.Schema}; a table creates {@link
 * dev.tidings.widecolumn.Upsert}s, {@link dev.tidings.widecolumn.Delete}s and {@link dev.tidings.widecolumn.Select}s; and an {@link
 * dev.tidings.widecolumn.Engine} executes them.
 */
package dev.tidings.widecolumn;
