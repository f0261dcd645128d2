// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.groups;

import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Leads a chunk of groups of one scope through its steps. */
final class GroupsImporter<R extends GroupContent> implements ChunkImporter<R> {

    private final ImportContext context;
    private final GroupScope<R> scope;
    private final boolean escaped;
    private final GroupRules rules;
    private GroupPlan<R> plan;

    GroupsImporter(ImportContext context, GroupScope<R> scope) {
        this.context = context;
        this.scope = scope;
        escaped = KeycloakModelUtils.escapeSlashesInGroupPath(context.session());
        rules = new GroupRules(escaped);
    }

    @Override
    public void validate(Item<R> item) {
        if (scope.check(item)) {
            rules.check(item);
        }
    }

    @Override
    public void resolve(List<Item<R>> items) {
        plan = new GroupResolver<>(context, scope, escaped).resolve(items);
    }

    @Override
    public void write(List<Item<R>> items) {
        new GroupWriter<>(context, scope, plan).write();
    }
}
