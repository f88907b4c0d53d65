/**
 * Where notifications leave the house. Each channel has a stage of the log and workers of its own. For each record it is looked once
 * more whether the user still wants it; then a provider is called; and what came of it is written down, together with what is to be
 * done next: nothing, another try later, or a place among those that failed.
 *
 * <pre>
 *   {@link DeliverStage}   takes records, waits a little for their outcomes, and leaves those that take long to themselves
 *   {@link Journey}        one record: its addresses, who carries it, and what it comes to
 *   {@link Carrier}        one provider, with how many at once, how many a second, and whether it works at all
 *   {@link CallsUnderWay}  who is being called, so that an opt-out can wait for it
 *   {@link Effects}        what is written of it
 * </pre>
 */
package dev.tidings.server.deliver;
