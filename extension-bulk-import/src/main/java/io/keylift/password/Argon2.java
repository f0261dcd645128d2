// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.keycloak.models.credential.PasswordCredentialModel;

/**
 * Argon2, which Keycloak verifies by itself if it is stored as Keycloak's own: the PHC string format of PHP, <a
 * href="https://www.ory.sh/docs/kratos/manage-identities/import-user-accounts-identities">Ory</a> and Passlib, with
 * {@code argon2} before it of <a href="https://docs.djangoproject.com/en/5.2/topics/auth/passwords/">Django</a>, and
 * with <code>{ARGON2}</code> before it of OpenLDAP. Its bounds are a matter of the import, as Keycloak has none.
 */
public final class Argon2 {

    private static final String ID = "argon2";

    private static final Pattern HASH = Pattern.compile("(?:argon2|\\{(?i:argon2)\\})?\\$argon2(d|i|id)\\$v=(16|19)"
            + "\\$m=([0-9]{1,9}),t=([0-9]{1,9}),p=([0-9]{1,9})\\$([A-Za-z0-9+/]+)=*\\$([A-Za-z0-9+/]+)=*");
    private static final Pattern BEGINNING = Pattern.compile("(?:argon2|\\{(?i:argon2)\\})?\\$argon2(d|i|id)\\$.*");

    private static final Map<String, String> VERSIONS = Map.of("16", "1.0", "19", "1.3");

    private Argon2() {}

    /**
     * Reads a hash.
     *
     * @return as Keycloak stores it; {@code null} if the hash is of another algorithm
     */
    public static PasswordCredentialModel read(String hash) throws UnusableHashException {
        String encoded = hash.strip();
        if (!BEGINNING.matcher(encoded).matches()) {
            return null;
        }
        ForeignHashes.checkLength(encoded);
        Matcher parts = HASH.matcher(encoded);
        if (!parts.matches()) {
            throw UnusableHashException.malformed("The hash begins as one of Argon2 and does not have its form");
        }
        byte[] key = Bytes.key(Bytes.base64(parts.group(7)));
        return PasswordCredentialModel.createFromValues(
                ID,
                Bytes.base64(parts.group(6)),
                Bytes.number(parts.group(4)),
                Map.of(
                        "hashLength", List.of(Integer.toString(key.length)),
                        "memory", List.of(parts.group(3)),
                        "type", List.of(parts.group(1)),
                        "version", List.of(VERSIONS.get(parts.group(2))),
                        "parallelism", List.of(parts.group(5))),
                Bytes.base64(key));
    }
}
