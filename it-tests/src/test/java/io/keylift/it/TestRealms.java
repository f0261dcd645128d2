// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Creates the realms of tests, all with the same RSA keys, because generating keys takes most of the time of creating a
 * realm.
 */
public final class TestRealms {

    private static final String PRIVATE_KEY = privateKey();

    private TestRealms() {}

    public static void create(AdminHttp admin, String name) {
        create(admin, Map.of("realm", name, "enabled", true));
    }

    /** @param representation Keycloak's {@code RealmRepresentation} without keys, as a map or as JSON */
    public static void create(AdminHttp admin, Object representation) {
        ObjectNode withKeys = AdminHttp.JSON.valueToTree(representation);
        withKeys.withObjectProperty("components").putPOJO("org.keycloak.keys.KeyProvider", keys());
        admin.post("/admin/realms", withKeys);
    }

    /** The key providers that Keycloak gives a realm by default; those of RSA have an existing key. */
    private static List<Map<String, Object>> keys() {
        return List.of(
                key("rsa", Map.of("privateKey", List.of(PRIVATE_KEY))),
                key("rsa-enc", Map.of("privateKey", List.of(PRIVATE_KEY), "algorithm", List.of("RSA-OAEP"))),
                key("hmac-generated", Map.of("algorithm", List.of("HS512"))),
                key("aes-generated", Map.of()));
    }

    private static Map<String, Object> key(String provider, Map<String, List<String>> config) {
        Map<String, List<String>> withPriority = new HashMap<>(config);
        withPriority.put("priority", List.of("100"));
        return Map.of("name", provider, "providerId", provider, "config", withPriority);
    }

    private static String privateKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return Base64.getEncoder()
                    .encodeToString(generator.generateKeyPair().getPrivate().getEncoded());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
