// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.shared.reference.GroupTree.Root;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.List;
import org.keycloak.models.GroupModel;
import org.keycloak.models.jpa.entities.GroupEntity;

/** The groups of the realm. */
final class RealmScope implements GroupScope<GroupRecord> {

    private static final Root REALM = new Root(GroupEntity.TOP_PARENT_ID, null);

    private final ImportContext context;

    RealmScope(ImportContext context) {
        this.context = context;
    }

    @Override
    public GroupModel.Type type() {
        return GroupModel.Type.REALM;
    }

    @Override
    public boolean check(Item<GroupRecord> item) {
        GroupRecord group = item.record();
        if (group.subGroups() != null && !group.subGroups().isEmpty()) {
            item.reject(
                    RejectCode.UNSUPPORTED_FIELD,
                    "/subGroups",
                    "An import of groups cannot have subgroups. Send each group as its own record.");
        }
        return !item.isRejected();
    }

    @Override
    public void load(List<Item<GroupRecord>> items) {}

    @Override
    public Root root(Item<GroupRecord> item) {
        return REALM;
    }

    @Override
    public boolean mayManage(String groupId) {
        return Rights.of(context).mayManageGroup(context, groupId);
    }
}
