// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.shared.reference.GroupPath;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.request.Pointers;
import java.util.ArrayList;
import java.util.List;

/** Unique keys of a group. */
final class GroupKeys {

    private GroupKeys() {}

    /** @param root root of the path, as the record names it */
    static List<UniqueKey> of(GroupContent group, String root) {
        List<UniqueKey> keys = new ArrayList<>(2);
        GroupPath named = named(group);
        keys.add(path(root, named == null ? plain(group) : named));
        if (group.id() != null) {
            keys.add(id(group.id()));
        }
        return keys;
    }

    /**
     * Keys of groups with ambiguous slashes, because the record does not show where names end. Chunks with a common key
     * are written in the order of the input.
     */
    static List<UniqueKey> shared(GroupContent group, String root) {
        GroupPath named = named(group);
        return named == null || !named.hasSlashes() ? List.of() : List.of(path(root, plain(group)));
    }

    private static GroupPath named(GroupContent group) {
        return GroupPath.parse(group.path(), false, group.name());
    }

    /** The path split at each slash, including escaped ones. */
    private static GroupPath plain(GroupContent group) {
        GroupPath named = named(group);
        return GroupPath.parse(named == null ? group.path() : named.text(false), false);
    }

    private static UniqueKey path(String root, GroupPath path) {
        // Escaped as in a JSON pointer, so that different names have different keys.
        String text = root;
        for (String name : path.names()) {
            text = Pointers.to(text, name);
        }
        return new UniqueKey("path", text, "/path");
    }

    static UniqueKey id(String group) {
        return new UniqueKey("id", group, "/id");
    }

    /** Key that all groups of one tree share, whichever way their slashes are read. */
    static UniqueKey tree(GroupContent group, String root) {
        return new UniqueKey("tree", Pointers.to(root, plain(group).names().get(0)), "/path");
    }
}
