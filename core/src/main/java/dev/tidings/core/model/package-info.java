/**
 * The words of Tidings: what a notification is, whom it is for, on which channels and with which priority, and how far it has
 * come. Values only; nothing here knows where they are kept.
 */
package dev.tidings.core.model;
