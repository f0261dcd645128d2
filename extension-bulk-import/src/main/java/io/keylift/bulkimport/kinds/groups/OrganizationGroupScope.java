// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.shared.reference.GroupTree.Root;
import io.keylift.bulkimport.kind.shared.reference.Organizations;
import io.keylift.bulkimport.kind.shared.reference.Organizations.Organization;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.NameRules;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import java.util.List;
import org.keycloak.models.GroupModel;

/** The departments of organizations. A caller who may manage an organization may manage all of its departments. */
final class OrganizationGroupScope implements GroupScope<DepartmentRecord> {

    private final ImportContext context;
    private final boolean removal;
    private final boolean enabled;
    private Organizations organizations;

    OrganizationGroupScope(ImportContext context) {
        this(context, false);
    }

    /** @param removal whether the departments are removed: an organization that does not exist is no reject then */
    OrganizationGroupScope(ImportContext context, boolean removal) {
        this.context = context;
        this.removal = removal;
        enabled = Organizations.areEnabled(context);
    }

    @Override
    public GroupModel.Type type() {
        return GroupModel.Type.ORGANIZATION;
    }

    @Override
    public boolean check(Item<DepartmentRecord> item) {
        if (!enabled) {
            item.reject(
                    RejectCode.ORGANIZATIONS_DISABLED,
                    "/organization",
                    "Organizations are disabled for this realm. Enable them in the realm settings.");
        }
        return !item.isRejected() && NameRules.check(item, item.record().organization(), "/organization");
    }

    @Override
    public void load(List<Item<DepartmentRecord>> items) {
        organizations = new Organizations(context, new Queries(context.entityManager()));
        items.forEach(item -> organizations.need(item.record().organization()));
        organizations.load();
    }

    @Override
    public Root root(Item<DepartmentRecord> item) {
        String name = item.record().organization();
        Organization organization = removal
                ? organizations.findIfPresent(item, name, "/organization")
                : organizations.find(item, name, "/organization");
        return organization == null ? null : new Root(organization.groupId(), organization.id());
    }

    @Override
    public boolean mayManage(String groupId) {
        return true; // checked when the organization was found
    }
}
