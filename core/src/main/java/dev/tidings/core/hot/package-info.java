/**
 * The hot state: frequently read data in the memory of a single process, or in a store shared by several. It can be lost at any moment and
 * is rebuilt from the tables on the next read. The tables are the source of truth, and yet every value found here is exact.
 */
package dev.tidings.core.hot;
