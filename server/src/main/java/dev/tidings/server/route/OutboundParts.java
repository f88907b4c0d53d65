package dev.tidings.server.route;

import dev.tidings.server.auth.UnsubscribeLinks;
import dev.tidings.server.provider.ProviderPool;

/** The parts of outbound delivery that routing uses: providers, the links in emails, and webhook events about inboxes. */
public record OutboundParts(ProviderPool providers, UnsubscribeLinks links, ShownEvents shownEvents) {}
