// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.groups;

import io.keylift.bulkimport.kind.reference.GroupTree.Root;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;
import org.keycloak.models.GroupModel;

/** What tells the groups of the realm from the departments of organizations. */
interface GroupScope<R extends GroupContent> {

    GroupModel.Type type();

    /** Checks what only records of this scope have. */
    boolean check(Item<R> item);

    /** Looks up whatever the roots of these records depend on. */
    void load(List<Item<R>> items);

    /** Where the record's path begins; {@code null} after a reject. */
    Root root(Item<R> item);

    /** Whether the caller may change the group of this id, or add a group to it. */
    boolean mayManage(String groupId);
}
