// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.unboundid.ldap.sdk.DN;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.util.ssl.cert.CertException;
import com.unboundid.util.ssl.cert.SignatureAlgorithmIdentifier;
import com.unboundid.util.ssl.cert.X509Certificate;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.RealmTemplates;
import io.keylift.it.tenant.TenantRealm;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Creates the realms of tests, all with the same keys, because generating keys takes most of the time of creating a
 * realm. On servers with {@link RealmTemplates}, realms are copies.
 */
public final class TestRealms {

    /** Keycloak names only keys that it generates, and finds none without a name. */
    private static final List<String> KEY_ID = List.of(UUID.randomUUID().toString());

    /** Half of Keycloak's default: servers of tests sign many tokens, and are slow at it without optimized code. */
    private static final int KEY_BITS = 1024;

    private static final KeyPair KEYS = keyPair();

    private static final String PRIVATE_KEY =
            Base64.getEncoder().encodeToString(KEYS.getPrivate().getEncoded());

    /** Keycloak would make one of each key, which takes most of the rest of the time. */
    private static final String CERTIFICATE = certificate();

    /** The length that Keycloak demands: it replaces shorter secrets. */
    private static final String HMAC_SECRET = secret(128);

    private static final String AES_SECRET = secret(32);

    private TestRealms() {}

    public static void create(AdminHttp admin, String name) {
        create(admin, Map.of("realm", name, "enabled", true));
    }

    /** @param representation Keycloak's {@code RealmRepresentation} without keys, as a map or as JSON */
    public static void create(AdminHttp admin, Object representation) {
        ObjectNode shape = AdminHttp.JSON.valueToTree(representation);
        String name = shape.remove("realm").asText();
        RealmTemplates.create(
                admin,
                name,
                shape,
                any -> createByAdminApi(admin, shape.deepCopy().put("realm", any)));
    }

    /** Creates a {@link TenantRealm}. */
    public static void createForTenant(AdminHttp admin, String name) {
        RealmTemplates.create(admin, name, TenantRealm.class, any -> {
            createByAdminApi(admin, TenantRealm.representation(any));
            TenantRealm.describePersons(admin, any);
        });
    }

    /** Creates a realm, but not as a copy of another one. */
    public static void createByAdminApi(AdminHttp admin, Object representation) {
        ObjectNode withKeys = AdminHttp.JSON.valueToTree(representation);
        withKeys.withObjectProperty("components").putPOJO("org.keycloak.keys.KeyProvider", keys());
        admin.post("/admin/realms", withKeys);
    }

    /** The key providers that Keycloak gives a realm by default; with existing keys. */
    private static List<Map<String, Object>> keys() {
        return List.of(
                key("rsa", Map.of("privateKey", List.of(PRIVATE_KEY), "certificate", List.of(CERTIFICATE))),
                key(
                        "rsa-enc",
                        Map.of(
                                "privateKey",
                                List.of(PRIVATE_KEY),
                                "certificate",
                                List.of(CERTIFICATE),
                                "algorithm",
                                List.of("RSA-OAEP"))),
                key(
                        "hmac-generated",
                        Map.of("algorithm", List.of("HS512"), "secret", List.of(HMAC_SECRET), "kid", KEY_ID)),
                key("aes-generated", Map.of("secret", List.of(AES_SECRET), "kid", KEY_ID)));
    }

    private static Map<String, Object> key(String provider, Map<String, List<String>> config) {
        Map<String, List<String>> withPriority = new HashMap<>(config);
        withPriority.put("priority", List.of("100"));
        return Map.of("name", provider, "providerId", provider, "config", withPriority);
    }

    private static KeyPair keyPair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(KEY_BITS);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String certificate() {
        try {
            Instant now = Instant.now();
            X509Certificate made = X509Certificate.generateSelfSignedCertificate(
                    SignatureAlgorithmIdentifier.SHA_256_WITH_RSA,
                    KEYS,
                    new DN("CN=tests"),
                    now.minus(Duration.ofDays(1)).toEpochMilli(),
                    now.plus(Duration.ofDays(1)).toEpochMilli());
            return Base64.getEncoder().encodeToString(made.getX509CertificateBytes());
        } catch (CertException | LDAPException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String secret(int bytes) {
        byte[] secret = new byte[bytes];
        new SecureRandom().nextBytes(secret);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    }
}
