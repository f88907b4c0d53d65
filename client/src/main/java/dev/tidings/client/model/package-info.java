/** Requests and results of the API, as records. Fields that are newer than the client are ignored. */
package dev.tidings.client.model;
