package dev.tidings.server.http;

import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.server.validation.AddressRules;
import java.net.URI;

/**
 * Checks the URLs in requests that the service is to call later: of users, of webhook endpoints and of browsers' push services. A private
 * address is refused when it is entered, unless the option {@code channels.allowPrivate} permits it. A name is not looked up: its
 * addresses are checked at each call, since they change.
 */
record CallableUrls(PublicAddresses addresses) {

    /** The syntax that is expected, for errors. */
    String expected() {
        return AddressRules.URL + onTheInternet();
    }

    boolean isUrl(String text) {
        return AddressRules.isUrl(text) && addresses.permits(URI.create(text));
    }

    /** The syntax of a push service's URL. */
    String expectedEndpoint() {
        String scheme = addresses.allowsPrivate() ? "an http or https URL" : "an https URL";
        return scheme + " of at most " + AddressRules.MAX_URL + " bytes, as the browser gave it" + onTheInternet();
    }

    /** Whether it may be the URL of a push service, which uses TLS unless private ones are permitted. */
    boolean isEndpoint(String text) {
        return isUrl(text) && (addresses.allowsPrivate() || AddressRules.isUrl(text, "https"));
    }

    private String onTheInternet() {
        return addresses.allowsPrivate() ? "" : ", on the public internet, with port 80, 443 or one from 1024 on";
    }
}
