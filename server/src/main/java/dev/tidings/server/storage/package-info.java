/** The stores behind the service, opened and closed as one: tables, log, metadata and hot state. The only package that knows their engines. */
package dev.tidings.server.storage;
