// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.groups;

import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.ArrayList;
import java.util.List;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Unique keys of a group. */
final class GroupKeys {

    private GroupKeys() {}

    /** @param root root of the path, as the record names it */
    static List<UniqueKey> of(GroupContent group, String root) {
        List<UniqueKey> keys = new ArrayList<>(2);
        // A slash in a name is not distinguished from a separator here: at worst, two groups share a key and wait for
        // each other.
        String path = String.join("/", KeycloakModelUtils.splitPath(group.path(), false));
        keys.add(new UniqueKey("path", root + "/" + path, "/path"));
        if (group.id() != null) {
            keys.add(id(group.id()));
        }
        return keys;
    }

    static UniqueKey id(String group) {
        return new UniqueKey("id", group, "/id");
    }

    /** Key that all groups of one tree share. */
    static UniqueKey tree(UniqueKey path) {
        int end = path.name().indexOf('/', path.name().indexOf('/') + 1);
        return new UniqueKey("tree", end < 0 ? path.name() : path.name().substring(0, end), path.pointer());
    }
}
