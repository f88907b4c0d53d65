/** Twilio's Programmable Messaging: texts to telephones, and its callbacks about what became of them. */
package dev.tidings.channels.twilio;
