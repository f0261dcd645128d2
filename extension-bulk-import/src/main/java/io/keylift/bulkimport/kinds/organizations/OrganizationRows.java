// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import io.keylift.bulkimport.rows.Ids;
import org.keycloak.models.GroupModel;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.jpa.entities.OrganizationDomainEntity;
import org.keycloak.models.jpa.entities.OrganizationEntity;

/** New rows of organizations, as Keycloak's JPA provider creates them. */
final class OrganizationRows {

    private OrganizationRows() {}

    static OrganizationEntity organization(String realmId, String id, OrganizationRecord from) {
        OrganizationEntity organization = new OrganizationEntity();
        organization.setId(id);
        organization.setRealmId(realmId);
        organization.setGroupId(Ids.next());
        organization.setName(from.name());
        organization.setAlias(from.effectiveAlias());
        organization.setEnabled(from.enabled() == null || from.enabled());
        organization.setDescription(from.description());
        organization.setRedirectUrl(from.redirectUrl());
        return organization;
    }

    /** The internal group of an organization: has its members and attributes and is the parent of its departments. */
    static GroupEntity group(OrganizationEntity organization, long now) {
        GroupEntity group = new GroupEntity();
        group.setId(organization.getGroupId());
        group.setName(organization.getId());
        group.setRealm(organization.getRealmId());
        group.setParentId(GroupEntity.TOP_PARENT_ID);
        group.setType(GroupModel.Type.ORGANIZATION.intValue());
        group.setOrganization(organization);
        group.setCreatedTimestamp(now);
        group.setLastModifiedTimestamp(now);
        return group;
    }

    static OrganizationDomainEntity domain(
            OrganizationEntity organization, String storedName, OrganizationRecord.Domain from) {
        OrganizationDomainEntity domain = new OrganizationDomainEntity();
        domain.setId(Ids.next());
        domain.setOrganization(organization);
        domain.setName(storedName);
        domain.setVerified(Boolean.TRUE.equals(from.verified()));
        return domain;
    }
}
