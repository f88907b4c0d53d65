/**
 * Outbound delivery. Each channel has its own stage of the log and its own workers. For each record a worker checks again that the
 * user still wants it, calls a provider, and stores the outcome together with the next step: nothing, a retry, or a dead letter.
 *
 * <pre>
 *   {@link DeliveryStage}   takes batches of records, waits briefly for their outcomes, and leaves slow calls running
 *   {@link DeliveryAttempt}   the attempt of one record at all addresses of its user
 *   {@link ProviderFailover}   calls the providers of one address in order; its result is an {@link AttemptResult}
 *   {@link dev.tidings.server.provider.LimitedProvider}   one provider with its concurrency limit, its rate limit and its circuit breaker
 *   {@link InFlightCalls}   the calls in flight of each user, so that an opt-out can wait for them
 *   {@link AttemptPlanner}   a pure function from the results to an {@link AttemptPlan}
 *   {@link AttemptWriter}   turns plans into writes
 *   {@link OutcomeWriter}   stores them by group commit
 * </pre>
 */
package dev.tidings.server.delivery;
