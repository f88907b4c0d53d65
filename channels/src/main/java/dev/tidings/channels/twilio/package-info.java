/** Twilio's Programmable Messaging: text messages, and status callbacks about them. */
package dev.tidings.channels.twilio;
