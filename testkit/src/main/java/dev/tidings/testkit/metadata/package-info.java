/** The contract suite of {@link dev.tidings.core.metadata.MetadataStore}, theme by theme. */
package dev.tidings.testkit.metadata;
