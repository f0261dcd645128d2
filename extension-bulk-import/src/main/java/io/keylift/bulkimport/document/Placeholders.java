// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.input.InputWarning;
import java.util.Optional;
import java.util.regex.Pattern;

/** Counts secrets that are the name of an environment variable, such as {@code ${GATE_SECRET}}. */
final class Placeholders {

    private static final String CODE = "placeholder_secret";

    /** Secrets in a vault have names of this form, too, which Keycloak itself resolves. */
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{(?!vault\\.)[^}]+\\}");

    private int count;

    /** Looks at the secrets of a client, an identity provider or a user. */
    void count(ObjectNode element) {
        if (!element.path("publicClient").asBoolean()) {
            count(element.path("secret"));
        }
        count(element.path("config").path("clientSecret"));
        for (JsonNode credential : element.path("credentials")) {
            count(credential.path("value"));
        }
    }

    private void count(JsonNode secret) {
        if (secret.isTextual() && PLACEHOLDER.matcher(secret.textValue()).matches()) {
            count++;
        }
    }

    Optional<InputWarning> warning() {
        return count == 0
                ? Optional.empty()
                : Optional.of(new InputWarning(
                        CODE,
                        "The document has placeholders instead of " + count
                                + " secrets, such as `${NAME}`. They were taken as they are: replace them before the"
                                + " import, as `envsubst` does."));
    }
}
