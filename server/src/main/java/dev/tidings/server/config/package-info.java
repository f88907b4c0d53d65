/**
 * The configuration: its options, their sources and the effective values.
 *
 * <p>{@link dev.tidings.server.config.Config} is the one place where an option is declared: a record component with its type, help
 * text, default and bounds. Everything else is derived from it:
 *
 * <pre>
 *   Config ──► OptionTree ──► the check of tidings.yml        FileSource
 *                      ├──► the TIDINGS_… variables          EnvironmentSource
 *                      ├──► ./tidings config                 EffectiveConfigText
 *                      └──► ./tidings config reference       ReferenceText
 * </pre>
 *
 * <p>Sources are read in this order, and the later one wins: defaults, file, environment. The errors of all sources are reported
 * together.
 */
package dev.tidings.server.config;
