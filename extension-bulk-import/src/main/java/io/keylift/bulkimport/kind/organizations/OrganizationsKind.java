// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.organizations;

import io.keylift.bulkimport.kind.ChunkImporter;
import io.keylift.bulkimport.kind.Claim;
import io.keylift.bulkimport.kind.ImportContext;
import io.keylift.bulkimport.kind.ImportKind;
import java.util.Collection;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Organizations with their domains and attributes, written as Keycloak's {@code POST /organizations} writes them. */
public final class OrganizationsKind implements ImportKind<OrganizationRecord> {

    @Override
    public String getId() {
        return "organizations";
    }

    @Override
    public Class<OrganizationRecord> recordType() {
        return OrganizationRecord.class;
    }

    @Override
    public String description() {
        return "An organization with its internet domains and attributes.";
    }

    @Override
    public String keyField() {
        return "alias";
    }

    @Override
    public String requiredPermission() {
        return "manage-organizations";
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions) {
        permissions.orgs().requireManage();
    }

    @Override
    public String key(OrganizationRecord organization) {
        return organization.effectiveAlias();
    }

    @Override
    public Collection<Claim> claims(OrganizationRecord organization) {
        return organization.claims();
    }

    @Override
    public ChunkImporter<OrganizationRecord> importer(ImportContext context) {
        return new OrganizationsImporter(context);
    }
}
