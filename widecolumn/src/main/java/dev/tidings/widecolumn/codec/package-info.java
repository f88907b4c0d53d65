/** Values as bytes: keys that sort ({@link dev.tidings.widecolumn.codec.KeyCodec}) and cells that don't have to. */
package dev.tidings.widecolumn.codec;
