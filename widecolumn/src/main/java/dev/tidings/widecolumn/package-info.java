/**
 * Tables as code, asked only what their keys can answer.
 *
 * <p>In the order of use: {@link dev.tidings.widecolumn.Column}s make a {@link dev.tidings.widecolumn.Table} with the
 * {@link dev.tidings.widecolumn.Query}s it serves; tables make a {@link dev.tidings.widecolumn.Schema}; a table makes
 * {@link dev.tidings.widecolumn.Upsert}s, {@link dev.tidings.widecolumn.Delete}s and {@link dev.tidings.widecolumn.Select}s; and an
 * {@link dev.tidings.widecolumn.Engine} carries them out.
 */
package dev.tidings.widecolumn;
