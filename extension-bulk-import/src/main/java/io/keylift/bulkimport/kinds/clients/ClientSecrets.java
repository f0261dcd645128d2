// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.spi.SecretMask;
import io.keylift.request.Pointers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.representations.idm.ClientRepresentation;

/** The parts of a client that are secret. */
final class ClientSecrets {

    /** End of the names of attributes with private keys, of SAML clients and of clients that sign their assertions. */
    private static final String PRIVATE_KEY = "private.key";

    private ClientSecrets() {}

    static boolean isPrivateKey(String attribute) {
        return attribute.endsWith(PRIVATE_KEY);
    }

    static boolean isSecret(String attribute) {
        return isPrivateKey(attribute) || SecretMask.CLIENT_ATTRIBUTES.contains(attribute);
    }

    /**
     * Removes the secrets. An import that overwrites keeps the stored secret; an import into another realm generates a
     * new one.
     */
    static void leaveOut(ClientRepresentation client) {
        client.setSecret(null);
        if (client.getAttributes() != null) {
            Map<String, String> attributes = new HashMap<>(client.getAttributes());
            attributes.keySet().removeIf(ClientSecrets::isSecret);
            client.setAttributes(attributes);
        }
    }

    /** JSON pointers to the secrets among the attributes of a client. */
    static List<String> pointers(ClientRepresentation client) {
        List<String> pointers = new ArrayList<>(0);
        if (client.getAttributes() != null) {
            client.getAttributes().keySet().stream()
                    .filter(ClientSecrets::isSecret)
                    .forEach(attribute -> pointers.add(Pointers.to("/attributes", attribute)));
        }
        return pointers;
    }
}
