/** Backups of a data folder while it is in use, and their restore. Each is an archive: a folder of files with a manifest of checksums. */
package dev.tidings.server.backup;
