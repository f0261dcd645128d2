// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.models.jpa.entities.OrganizationDomainEntity;
import org.keycloak.models.jpa.entities.OrganizationEntity;

/**
 * An existing organization with its rows.
 *
 * @param entity the organization's own row
 * @param domains all its domains
 * @param attributes all its attributes, or none if the record mentions no attributes
 */
record ExistingOrganization(
        OrganizationEntity entity, List<OrganizationDomainEntity> domains, Map<String, List<String>> attributes) {

    ExistingOrganization(OrganizationEntity entity) {
        this(entity, new ArrayList<>(), new HashMap<>());
    }

    String id() {
        return entity.getId();
    }

    /** Id of the internal group, which has the organization's members and attributes. */
    String groupId() {
        return entity.getGroupId();
    }
}
