/**
 * What is kept in memory for speed: preferences, unread counts, rate-limit windows. All of it can be lost at any moment and is
 * rebuilt from what is stored; none of it is the truth.
 */
package dev.tidings.server.hot;
