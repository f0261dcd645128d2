// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.shared.reference.GroupTree.Root;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;
import org.keycloak.models.GroupModel;

/** The difference between groups of the realm and departments of organizations. */
interface GroupScope<R extends GroupContent> {

    GroupModel.Type type();

    /** Checks fields that only records of this scope have. */
    boolean check(Item<R> item);

    /** Looks up the roots of these records. */
    void load(List<Item<R>> items);

    /** The root of the record's path; {@code null} after a reject, or if a removal finds none. */
    Root root(Item<R> item);

    /** Whether the caller may change the group of this id, or add a group to it. */
    boolean mayManage(String groupId);
}
