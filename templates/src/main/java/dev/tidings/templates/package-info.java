/**
 * Renders the content of notifications. A template is Mustache without the features that reach beyond the data of the notification:
 * no partials, no lambdas, no other delimiters, no unescaped values, no reflection.
 *
 * <p>Parser and renderer are our own, for what no library offers: errors have a line and a column, a value knows whether it stands
 * inside a JSON string, all missing values are reported at once, and the output is bounded. The rest is small; the tests compare it
 * with a library where both have the same semantics.
 *
 * <pre>
 *   TemplateParser    text → TemplateNode…                    TemplateError, with line and column
 *   CompiledPart      a part's nodes, its rules (TemplatePart), its Escape
 *   CompiledTemplate  the parts of one template, checked      InvalidTemplateException
 *   TemplateSet       the templates of a type at one revision: renders a notification, or reports what its data lacks
 *   TemplateService   the sets of all tenants, from memory
 * </pre>
 */
package dev.tidings.templates;
