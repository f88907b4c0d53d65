/**
 * Far sides of providers, as strict as the documentation of the real ones: what is not as documented is answered with the documented
 * error. Real servers on ports of their own, on loopback, which do as they are told with each address, and note each call.
 */
package dev.tidings.testkit.deliver.far;
