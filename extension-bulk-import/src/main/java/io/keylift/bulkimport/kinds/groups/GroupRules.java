// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.shared.reference.GroupPath;
import io.keylift.bulkimport.kind.shared.table.AttributeTable;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.NameRules;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Rules for a group that need no look-up: Keycloak's rules and the lengths of its columns. */
final class GroupRules<R extends GroupContent> {

    /** Keycloak has no limit, and each level costs a query: a record must not keep a chunk busy for minutes. */
    static final int MAX_DEPTH = 1000;

    private final GroupScope<R> scope;

    /** Whether {@code ~/} in a path stands for a slash within a name. */
    private final boolean escaped;

    /** @param scope checks the fields that only its records have */
    GroupRules(ImportContext context, GroupScope<R> scope) {
        this.scope = scope;
        escaped = KeycloakModelUtils.escapeSlashesInGroupPath(context.session());
    }

    void check(Item<R> item) {
        GroupContent group = item.record();
        if (scope.check(item)
                && checkPath(item, group.path(), group.name())
                && TextRules.checkId(item, group.id(), "/id")
                && TextRules.check(item, group.description(), TextRules.NAME, "/description")
                && NameRules.checkRoles(item, group.realmRoles(), group.clientRoles())) {
            AttributeTable.check(item, group.attributes(), TextRules.NAME);
        }
    }

    private boolean checkPath(Item<?> item, String path, String name) {
        if (path == null || path.isBlank()) {
            item.reject(RejectCode.MISSING, "/path", "The path is missing");
            return false;
        }
        if (path.equals(KeycloakModelUtils.GROUP_PATH_SEPARATOR)) {
            item.reject(RejectCode.INVALID, "/path", "A path requires at least one name");
            return false;
        }
        GroupPath parsed = GroupPath.parse(path, escaped, name);
        if (parsed == null) {
            item.reject(RejectCode.INVALID, "/name", "The path must end with this name");
            return false;
        }
        if (parsed.depth() > MAX_DEPTH) {
            item.reject(RejectCode.INVALID, "/path", "A path must have at most " + MAX_DEPTH + " names");
            return false;
        }
        for (String each : parsed.names()) {
            if (each.isBlank()) {
                item.reject(RejectCode.INVALID, "/path", "A name in the path is blank");
            } else {
                TextRules.check(item, each, TextRules.NAME, "/path");
            }
        }
        return !item.isRejected();
    }
}
