// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.spi.SecretMask;
import java.util.List;
import java.util.Optional;
import org.keycloak.models.ClientSecretConstants;

/** Leaves out asterisks that a document has instead of secrets, so that the realm's secrets stay, and counts them. */
final class MaskedSecrets {

    private static final List<String> TIMES_OF_ROTATED_SECRET = List.of(
            ClientSecretConstants.CLIENT_ROTATED_SECRET_CREATION_TIME,
            ClientSecretConstants.CLIENT_ROTATED_SECRET_EXPIRATION_TIME);

    private int count;

    void ofClient(ObjectNode client) {
        if (isMasked(client.get("secret"))) {
            client.remove("secret");
            count++;
        }
        if (client.get("attributes") instanceof ObjectNode attributes) {
            if (isMasked(attributes.get(ClientSecretConstants.CLIENT_ROTATED_SECRET))) {
                attributes.remove(TIMES_OF_ROTATED_SECRET);
            }
            leaveOut(attributes);
        }
    }

    void ofIdentityProvider(ObjectNode provider) {
        if (provider.get("config") instanceof ObjectNode config) {
            leaveOut(config);
        }
    }

    void ofUser(ObjectNode user) {
        if (user.get("credentials") instanceof ArrayNode credentials) {
            for (int i = credentials.size() - 1; i >= 0; i--) {
                if (isMasked(credentials.get(i).get("value"))) {
                    credentials.remove(i);
                    count++;
                }
            }
        }
    }

    private void leaveOut(ObjectNode settings) {
        int before = settings.size();
        settings.properties().removeIf(setting -> isMasked(setting.getValue()));
        count += before - settings.size();
    }

    private static boolean isMasked(JsonNode value) {
        return value != null && value.isTextual() && SecretMask.is(value.textValue());
    }

    /** Message about secrets that were left out. */
    Optional<String> left() {
        return count == 0
                ? Optional.empty()
                : Optional.of("The document has asterisks instead of " + count
                        + " secrets, as partial exports do. They were left out: set them by hand, or use"
                        + " `kc.sh export`.");
    }
}
