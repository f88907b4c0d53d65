/**
 * Doubles that do the worst their port allows, decided by a seed: what holds on them holds on every engine. They wrap a real
 * implementation, so that everything they don't spoil is real.
 */
package dev.tidings.testkit.hostile;
