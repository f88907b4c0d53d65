/**
 * Puts notifications into words. A template is Mustache without what could reach beyond the data of the notification: no partials,
 * no lambdas, no other delimiters, no way to switch escaping off, no reflection.
 *
 * <p>Parsed and rendered here, not by a library, for what none of them does: a mistake has its line and column, a value knows whether it
 * stands inside of a JSON string, everything that is missing is told at once, and output has a bound. What is left then is small;
 * the tests hold it against a library where the two mean the same.
 *
 * <pre>
 *   Parser          text → Node…                                  Flaw, with line and column
 *   CompiledPart    a part's nodes, its rules (Part), its Escape
 *   CompiledTemplate  the parts of one template, checked          InvalidTemplateException
 *   TemplateSet     the templates of a type at one revision       words for a notification, or what its data lacks
 *   Templates       the sets of all tenants, from memory
 * </pre>
 */
package dev.tidings.server.template;
