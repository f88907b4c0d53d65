/**
 * What can be set, and what is in force.
 *
 * <p>{@link dev.tidings.server.config.Config} is the one place where an option is declared: a record component with its
 * type, sentence, default and bounds. What else knows options is derived from it:
 *
 * <pre>
 *   Config ──► OptionTree ──► the check of tidings.yml     FileSource
 *                        ├──► the TIDINGS_… variables      EnvironmentSource
 *                        ├──► ./tidings config             InForceText
 *                        └──► ./tidings config reference   ReferenceText
 * </pre>
 *
 * Sources are read in this order, and the later wins: defaults, file, environment. Mistakes of all of them are
 * collected and told at once.
 */
package dev.tidings.server.config;
