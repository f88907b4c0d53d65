/** Firebase Cloud Messaging over its HTTP v1 API: Android devices, and other platforms of Firebase apps. */
package dev.tidings.channels.fcm;
