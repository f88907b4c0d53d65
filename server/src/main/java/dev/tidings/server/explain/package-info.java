/** The trace of a notification for its sender: recipients, delivery states and the reasons behind them. */
package dev.tidings.server.explain;
