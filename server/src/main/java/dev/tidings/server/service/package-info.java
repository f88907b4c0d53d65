/** The assemblies of the service behind the HTTP server. Each creates, starts and closes its components. */
package dev.tidings.server.service;
