/**
 * Removes the data of erased users and deleted tenants from all stores: a sweep over the tables, the log and the recurring schedules, and a
 * compaction that leaves nothing in their files. Resumable at any point, as each step can be repeated.
 */
package dev.tidings.server.removal;
