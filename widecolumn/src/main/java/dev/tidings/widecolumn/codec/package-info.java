/** Binary encodings of values: order-preserving keys ({@link dev.tidings.widecolumn.codec.KeyCodec}) and cells. */
package dev.tidings.widecolumn.codec;
