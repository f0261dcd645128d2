// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.groups;

import io.keylift.bulkimport.kind.Claim;
import java.util.ArrayList;
import java.util.List;
import org.keycloak.models.utils.KeycloakModelUtils;

/** What a group wants for itself alone. */
final class GroupClaims {

    private GroupClaims() {}

    /** @param root what the path begins at, as the record names it */
    static List<Claim> of(GroupContent group, String root) {
        List<Claim> claims = new ArrayList<>(2);
        // A slash in a name is not told from one between names here: at worst two places count as one for a moment.
        String path = String.join("/", KeycloakModelUtils.splitPath(group.path(), false));
        claims.add(new Claim("path", root + "/" + path, "/path"));
        if (group.id() != null) {
            claims.add(id(group.id()));
        }
        return claims;
    }

    static Claim id(String group) {
        return new Claim("id", group, "/id");
    }
}
