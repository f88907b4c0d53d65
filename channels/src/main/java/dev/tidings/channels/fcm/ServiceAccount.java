package dev.tidings.channels.fcm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/**
 * The credentials of a Google service account, parsed from the JSON key file of the cloud console; they sign the requests for access
 * tokens. Prints only the project.
 */
record ServiceAccount(String project, String email, String keyId, RSAPrivateKey key, URI tokenUri) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** @throws IllegalArgumentException if it is not such a file; the message contains nothing of it */
    static ServiceAccount read(String file) {
        try {
            JsonNode json = JSON.readTree(file);
            if (!json.path("type").asText().equals("service_account")) {
                throw new IllegalArgumentException("not a service account file");
            }
            String project = field(json, "project_id");
            if (!project.matches("[A-Za-z0-9.:_-]{1,100}")) {
                throw new IllegalArgumentException("project_id is not valid");
            }
            return new ServiceAccount(
                    project,
                    field(json, "client_email"),
                    field(json, "private_key_id"),
                    key(field(json, "private_key")),
                    URI.create(field(json, "token_uri")));
        } catch (JsonProcessingException | GeneralSecurityException e) {
            // The cause would repeat parts of the key.
            throw new IllegalArgumentException("not a service account file");
        }
    }

    private static String field(JsonNode json, String name) {
        String value = json.path(name).asText("");
        if (value.isBlank()) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }

    private static RSAPrivateKey key(String pem) throws GeneralSecurityException {
        String base64 = pem.replaceAll("-----(BEGIN|END) PRIVATE KEY-----", "").replaceAll("\\s", "");
        byte[] bytes = Base64.getDecoder().decode(base64);
        return (RSAPrivateKey) KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(bytes));
    }

    @Override
    public String toString() {
        return "service account of " + project + " [redacted]";
    }
}
