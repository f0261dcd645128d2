// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

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

/** Departments: Keycloak's organization groups, identified by their paths; missing parents are created. */
public final class DepartmentsKind implements ImportKind<DepartmentRecord, DepartmentRecord> {

    static final String ID = "departments";

    @Override
    public KindInfo<DepartmentRecord> info() {
        return new KindInfo<>(
                ID,
                DepartmentRecord.class,
                "A department of an organization with its attributes and roles. Missing departments above it are"
                        + " created.",
                "path",
                "manage-organizations");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("organizations", "clients", "roles");
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"organization": "Acme", "path": "/Sales"}""", """
                        {"organization": "wayne", "path": "/Research/Applied sciences",
                         "description": "Below the tower", "attributes": {"floor": ["-3"], "lead": ["Lucius Fox"]},
                         "realmRoles": ["offline_access"], "clientRoles": {"account": ["view-profile"]}}""")
                .givesIds("/id")
                .grants("/realmRoles/*", "/clientRoles/*", "/clientRoles/*/*")
                .requires("organization")
                .requires("path")
                .describes("organization", "Alias or id of the organization.")
                .describes(
                        "path",
                        "Names of the departments from the top down, separated by slashes. Missing departments above"
                                + " are created.")
                .describes("name", "Last name of the path.")
                .describes("attributes", "Values by attribute name.")
                .describes("realmRoles", "Names of roles of the realm.")
                .describes("clientRoles", "Names of client roles by clientId.")
                .describes(
                        "id", "Id of a new department, or of the department that overwrite moves. Default: generated.")
                .rule(FieldRule.key(), "organization", "path")
                .rule("name", FieldRule.key("the last name of `path`"))
                .rule("id", FieldRule.movingId("moves the department with this id to `path`"))
                .rule("description", FieldRule.value().resets())
                .rule("attributes", FieldRule.attributes())
                .rule("realmRoles", FieldRule.list())
                .rule("clientRoles", FieldRule.listByClient(FieldDefault.NONE));
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        permissions.orgs().requireManage();
    }

    @Override
    public String key(DepartmentRecord group) {
        return group.organization() == null || group.path() == null
                ? group.path()
                : group.organization() + ":" + group.path();
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(DepartmentRecord group) {
        return GroupKeys.of(group, group.organization());
    }

    @Override
    public Collection<UniqueKey> sharedKeys(DepartmentRecord group) {
        return GroupKeys.shared(group, group.organization());
    }

    @Override
    public RecordValidator<DepartmentRecord, DepartmentRecord> validator(ImportContext context) {
        return RecordValidator.of(new GroupRules<>(context, new OrganizationGroupScope(context))::check);
    }

    @Override
    public ChunkWriter<DepartmentRecord> writer(ImportContext context) {
        return new GroupsWriter<>(context, new OrganizationGroupScope(context));
    }

    @Override
    public RecordOperation<DepartmentRecord, ?> removal() {
        return new GroupsRemoval<>(
                this,
                Set.of("organization", "path", "name"),
                DepartmentRecord::organization,
                context -> new OrganizationGroupScope(context, true));
    }

    @Override
    public RecordSource<DepartmentRecord> source() {
        return new DepartmentsSource();
    }
}
