/** What every implementation of {@link dev.tidings.core.meta.Meta} must do alike, theme by theme. */
package dev.tidings.testkit.meta;
