/**
 * The design check: a data modeller's checklist as a program. It reads declarations, valid or not, and reports for each table what its
 * key means, which of its queries the key serves, how large its partitions grow at the declared workload, and which problems to expect.
 *
 * <pre>
 *   Declaration ──> DesignCheck ──> DesignReport ──> TextReport
 *                     │  TableFacts: derived facts (buckets, number of partitions, Projection)
 *                     │  rules: KeyRules, QueryRules, GrowthRules, LoadRules, CollectionRules, TombstoneRules, WindowRules
 *                     └─ Limits: every threshold, with its reason
 * </pre>
 *
 * <p>An error means that the table will fail at the workload it declares; a warning, that it will cost more than it should or is
 * near a limit; a note, something that its users have to know, or that the check could not judge.
 */
package dev.tidings.widecolumn.check;
