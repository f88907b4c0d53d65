package dev.tidings.client.model;

import java.time.Instant;
import java.util.List;

/** A notification in the delivery history of a user. */
public record HistoryItem(String id, String type, Instant at, Instant decidedAt, List<Delivery> deliveries) {}
