// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.rows.Queries;
import java.util.List;

/** The tables with rows of a user, referencing tables first. */
final class UserTables {

    private static final List<String> DELETIONS = List.of(
            "USER_ATTRIBUTE where USER_ID in (:values)",
            "USER_REQUIRED_ACTION where USER_ID in (:values)",
            "CREDENTIAL where USER_ID in (:values)",
            "FEDERATED_IDENTITY where USER_ID in (:values)",
            "USER_ROLE_MAPPING where USER_ID in (:values)",
            "USER_GROUP_MEMBERSHIP where USER_ID in (:values)",
            "USER_CONSENT_CLIENT_SCOPE where USER_CONSENT_ID in"
                    + " (select ID from {h-schema}USER_CONSENT where USER_ID in (:values))",
            "USER_CONSENT where USER_ID in (:values)",
            "ISSUED_VER_CREDENTIAL where USER_ID in (:values)",
            "USER_VER_CREDENTIAL where USER_ID in (:values)",
            "WORKFLOW_STATE where RESOURCE_ID in (:values)",
            // Rows that Keycloak adds to users of a user storage. Keycloak deletes here for any user, too.
            "BROKER_LINK where USER_ID in (:values)",
            "FED_USER_ATTRIBUTE where USER_ID in (:values)",
            "FED_USER_CONSENT_CL_SCOPE where USER_CONSENT_ID in"
                    + " (select ID from {h-schema}FED_USER_CONSENT where USER_ID in (:values))",
            "FED_USER_CONSENT where USER_ID in (:values)",
            "FED_USER_CREDENTIAL where USER_ID in (:values)",
            "FED_USER_GROUP_MEMBERSHIP where USER_ID in (:values)",
            "FED_USER_REQUIRED_ACTION where USER_ID in (:values)",
            "FED_USER_ROLE_MAPPING where USER_ID in (:values)",
            "FEDERATED_USER where ID in (:values)",
            "FED_ISSUED_VER_CREDENTIAL where USER_ID in (:values)",
            "FED_USER_VER_CREDENTIAL where USER_ID in (:values)",
            "USER_ENTITY where ID in (:values)");

    private UserTables() {}

    /** @throws IllegalStateException if a user does not exist */
    static void delete(Queries rows, List<String> ids) {
        LockedObjects.requireAll("USER_ENTITY", rows.deleteFrom(DELETIONS, ids), ids);
    }
}
