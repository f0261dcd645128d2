// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.shared.reference.GroupTree;
import io.keylift.bulkimport.kind.shared.reference.GroupTree.Branch;
import org.keycloak.models.GroupModel;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.jpa.entities.GroupRoleMappingEntity;
import org.keycloak.models.jpa.entities.OrganizationEntity;

/**
 * Creates new rows of groups like Keycloak's JPA provider.
 *
 * @param now time of the change, in milliseconds since the epoch
 */
record GroupRows(String realmId, GroupModel.Type type, long now) {

    GroupEntity group(Branch branch, GroupTree tree) {
        GroupEntity group = new GroupEntity();
        group.setId(tree.id(branch));
        group.setRealm(realmId);
        group.setParentId(tree.parentId(branch));
        group.setName(branch.path().name());
        group.setType(type.intValue());
        group.setCreatedTimestamp(now);
        group.setLastModifiedTimestamp(now);
        if (branch.root().organizationId() != null) {
            OrganizationEntity organization = new OrganizationEntity();
            organization.setId(branch.root().organizationId());
            group.setOrganization(organization);
        }
        return group;
    }

    GroupRoleMappingEntity role(GroupEntity group, String roleId) {
        GroupRoleMappingEntity mapping = new GroupRoleMappingEntity();
        mapping.setGroup(group);
        mapping.setRoleId(roleId);
        return mapping;
    }
}
