// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import java.util.regex.Pattern;
import org.keycloak.migration.ModelVersion;
import org.keycloak.storage.datastore.DefaultMigrationManager;

/** The version of Keycloak that wrote a document, read as in Keycloak's own import. */
record DocumentVersion(ModelVersion number) {

    /** The version of a document that does not say. */
    static final DocumentVersion OLDEST = new DocumentVersion(new ModelVersion(0, 0, 0));

    /** Keycloak logs documents that it cannot read. */
    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}(?:\\.\\d{1,6}){0,2}(?:[.-][\\w.-]{0,60})?");

    static DocumentVersion of(String text) {
        if (!NUMBER.matcher(text).matches()) {
            return OLDEST;
        }
        ModelVersion ofProduct = DefaultMigrationManager.convertRHSSOVersionToKeycloakVersion(text);
        return new DocumentVersion(ofProduct == null ? new ModelVersion(text) : ofProduct);
    }

    boolean isBefore(DocumentVersion other) {
        return number.lessThan(other.number);
    }
}
