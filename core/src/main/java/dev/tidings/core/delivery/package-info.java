/**
 * The provider port: a delivery in, an outcome out, and perhaps a receipt later. A provider stores nothing and decides nothing: the caller
 * decides on retries and failover.
 */
package dev.tidings.core.delivery;
