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

/** Groups of the realm with their attributes and roles, identified by their paths; missing parents are created. */
public final class GroupsKind implements ImportKind<GroupRecord, GroupRecord> {

    static final String ID = "groups";

    @Override
    public KindInfo<GroupRecord> info() {
        return new KindInfo<>(
                ID,
                GroupRecord.class,
                "A group of the realm with its attributes and roles. Missing groups above it are created.",
                "path",
                "manage-users");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("clients", "roles");
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"path": "/staff"}""", """
                        {"path": "/customers/gold", "description": "Served first", "attributes": {"discount": ["20"]},
                         "realmRoles": ["offline_access"], "clientRoles": {"account": ["view-profile"]}}""")
                .givesIds("/id")
                .grants("/realmRoles/*", "/clientRoles/*", "/clientRoles/*/*")
                .requires("path", "name")
                .refuses("subGroups")
                .ignores("parentId", "subGroupCount", "createdTimestamp", "lastModifiedTimestamp", "access")
                .describes(
                        "path",
                        "Names of the groups from the top down, separated by slashes. Missing groups above are"
                                + " created.")
                .describes("name", "Last name of the path. Without a path, the name of a top-level group.")
                .describes("attributes", "Values by attribute name.")
                .describes("realmRoles", "Names of roles of the realm.")
                .describes("clientRoles", "Names of client roles by clientId.")
                .describes("id", "Id of a new group, or of the group that overwrite moves. Default: generated.")
                .rule("path", FieldRule.key("`name`, as a top-level group"))
                .rule("name", FieldRule.key("the last name of `path`"))
                .rule("id", FieldRule.movingId("moves the group with this id to `path`"))
                .rule("description", FieldRule.value().resets())
                .rule("attributes", FieldRule.attributes())
                .rule("realmRoles", FieldRule.list())
                .rule("clientRoles", FieldRule.listByClient(FieldDefault.NONE));
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        permissions.groups().requireManage();
    }

    @Override
    public String key(GroupRecord group) {
        return group.path();
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(GroupRecord group) {
        return GroupKeys.of(group, "");
    }

    @Override
    public Collection<UniqueKey> sharedKeys(GroupRecord group) {
        return GroupKeys.shared(group, "");
    }

    @Override
    public RecordValidator<GroupRecord, GroupRecord> validator(ImportContext context) {
        return RecordValidator.of(new GroupRules<>(context, new RealmScope(context))::check);
    }

    @Override
    public ChunkWriter<GroupRecord> writer(ImportContext context) {
        return new GroupsWriter<>(context, new RealmScope(context));
    }

    @Override
    public RecordOperation<GroupRecord, ?> removal() {
        return new GroupsRemoval<>(this, Set.of("path", "name"), group -> "", RealmScope::new);
    }

    @Override
    public RecordSource<GroupRecord> source() {
        return new GroupsSource();
    }
}
