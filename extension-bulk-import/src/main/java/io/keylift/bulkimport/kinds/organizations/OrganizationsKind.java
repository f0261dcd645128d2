// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import io.keylift.bulkimport.kind.shared.reference.Organizations;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.FieldDefault;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Collection;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Organizations with their domains and attributes, written as {@code POST /organizations} of Keycloak does. */
public final class OrganizationsKind implements ImportKind<OrganizationRecord, OrganizationRecord> {

    @Override
    public KindInfo<OrganizationRecord> info() {
        return new KindInfo<>(
                "organizations",
                OrganizationRecord.class,
                "An organization with its internet domains and attributes.",
                "alias",
                "manage-organizations");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of();
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"name": "Acme"}""", """
                        {"name": "Wayne Enterprises", "alias": "wayne", "enabled": true,
                         "description": "Industry and technology", "redirectUrl": "https://wayne.example/welcome",
                         "domains": [{"name": "wayne.example", "verified": true}, {"name": "*.wayne.example"}],
                         "attributes": {"tier": ["gold"], "countries": ["US", "HK"]}}""")
                .givesIds("/id")
                .requires("name", "alias")
                .refuses("members", "identityProviders", "groups")
                .describes("id", "Id of a new organization. Default: generated.")
                .describes("name", "Unique in the realm. Required, except on merge.")
                .describes("alias", "Unique in the realm. Cannot change later. Default: the name.")
                .describes("enabled", "Default: true.")
                .describes("redirectUrl", "URL to which members are redirected after registration, http or https.")
                .describes("attributes", "Values by attribute name.")
                .describes("domains", "Internet domains, each an object or a name.")
                .describes("Domain.name", "Host name, or *. followed by a host name. Stored in lower case.")
                .describes("Domain.verified", "Default: false.")
                .rule("alias", FieldRule.key("the name"))
                .rule("id", FieldRule.id())
                .rule("name", FieldRule.value(FieldDefault.REQUIRED).required())
                .rule("enabled", FieldRule.value(FieldDefault.of(true)).resets())
                .rule("description", FieldRule.value().resets())
                .rule("redirectUrl", FieldRule.value().resets().storesNoBlanks())
                .rule("domains", FieldRule.list().resets())
                .rule("attributes", FieldRule.attributes());
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        permissions.orgs().requireManage();
    }

    @Override
    public String key(OrganizationRecord organization) {
        return organization.effectiveAlias();
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(OrganizationRecord organization) {
        return organization.uniqueKeys();
    }

    @Override
    public Collection<UniqueKey> unconstrainedKeys(OrganizationRecord organization) {
        return organization.domainKeys();
    }

    @Override
    public RecordValidator<OrganizationRecord, OrganizationRecord> validator(ImportContext context) {
        return RecordValidator.of(
                Organizations.areEnabled(context)
                        ? new OrganizationRules(context.spec().ifExists())::check
                        : OrganizationRules::rejectDisabled);
    }

    @Override
    public ChunkWriter<OrganizationRecord> writer(ImportContext context) {
        return new OrganizationsWriter(context);
    }

    @Override
    public RecordOperation<OrganizationRecord, ?> removal() {
        return new OrganizationsRemoval(this);
    }

    @Override
    public RecordSource<OrganizationRecord> source() {
        return new OrganizationsSource();
    }
}
