/** The contract suite of {@link dev.tidings.core.meta.Meta}, theme by theme. */
package dev.tidings.testkit.metadata;
