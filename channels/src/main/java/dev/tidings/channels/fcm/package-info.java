/** Firebase Cloud Messaging, by its HTTP v1 API: Android devices, and whatever else an app of Firebase runs on. */
package dev.tidings.channels.fcm;
