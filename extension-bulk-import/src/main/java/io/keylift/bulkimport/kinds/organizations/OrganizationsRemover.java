// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import io.keylift.bulkimport.kind.shared.reference.Organizations;
import io.keylift.bulkimport.kind.shared.reference.Organizations.Organization;
import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.shared.removal.ObjectRemover;
import io.keylift.bulkimport.kind.shared.removal.Removal;
import io.keylift.bulkimport.kind.shared.removal.RemovalEvent;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.RowLocks;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.jpa.entities.OrganizationEntity;
import org.keycloak.organization.OrganizationProvider;

/** Removes a chunk of organizations with their departments and managed members. */
final class OrganizationsRemover extends ObjectRemover<OrganizationRecord> {

    OrganizationsRemover(ImportContext context) {
        super(context, OrganizationEntity.class);
    }

    @Override
    protected void find(List<Removal<OrganizationRecord>> removals) {
        Organizations organizations = new Organizations(context, rows);
        removals.forEach(removal -> organizations.needAlias(removal.record.effectiveAlias()));
        organizations.load();
        for (Removal<OrganizationRecord> removal : removals) {
            Organization found = organizations.ofAlias(removal.record.effectiveAlias());
            removal.names(found == null ? null : found.id());
        }
    }

    /** Locks the group of the members, and the departments. */
    @Override
    protected int lockParts(Collection<String> ids) {
        return new RowLocks(context.entityManager()).lockOf("KEYCLOAK_GROUP", "ORG_ID", ids);
    }

    @Override
    protected boolean mayKnow(Removal<OrganizationRecord> removal) {
        return ViewRights.of(context).mayViewOrganization(context, removal.id())
                || Rights.of(context).mayManageOrganization(context, removal.id());
    }

    @Override
    protected void check(Removal<OrganizationRecord> removal) {
        if (!Rights.of(context).mayManageOrganization(context, removal.id())) {
            removal.item.reject(
                    RejectCode.FORBIDDEN, "", "The caller does not have permission to remove this organization");
        }
    }

    @Override
    protected Map<Removal<OrganizationRecord>, RemovalEvent> publish(List<Removal<OrganizationRecord>> removals) {
        boolean all = new OrganizationDeletion(context, rows)
                .publish(removals.stream().map(Removal::id).toList());
        Map<Removal<OrganizationRecord>, RemovalEvent> events = new HashMap<>();
        if (all) {
            removals.forEach(removal -> events.put(removal, event(removal)));
        }
        return events;
    }

    private static RemovalEvent event(Removal<OrganizationRecord> removal) {
        return new RemovalEvent(ResourceType.ORGANIZATION, "organizations/" + removal.id(), null);
    }

    @Override
    protected List<Removal<OrganizationRecord>> removeTogether(List<Removal<OrganizationRecord>> removals) {
        OrganizationDeletion deletion = new OrganizationDeletion(context, rows);
        Set<String> ids = removals.stream().map(Removal::id).collect(Collectors.toSet());
        Set<String> unsuited = deletion.unsuited(ids);
        ids.removeAll(unsuited);
        deletion.delete(ids);
        return removals.stream()
                .filter(removal -> unsuited.contains(removal.id()))
                .toList();
    }

    @Override
    protected RemovalEvent remove(Removal<OrganizationRecord> removal) {
        OrganizationProvider organizations = context.session().getProvider(OrganizationProvider.class);
        organizations.remove(organizations.getById(removal.id()));
        return event(removal);
    }
}
