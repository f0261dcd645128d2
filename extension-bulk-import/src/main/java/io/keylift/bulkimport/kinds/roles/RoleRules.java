// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.roles;

import io.keylift.bulkimport.kind.shared.table.AttributeTable;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import io.keylift.request.Pointers;
import java.util.List;

/** Rules for a role that need no look-up: those of Keycloak's Admin API and the lengths of Keycloak's columns. */
final class RoleRules {

    private RoleRules() {}

    static void check(Item<RoleRecord> item) {
        RoleRecord role = item.record();
        if (role.name() == null || role.name().isBlank()) {
            item.reject(RejectCode.MISSING, "/name", "The name is missing");
            return;
        }
        RoleTable.TABLE.check(item);
        checkContainer(item, role);
        AttributeTable.check(item, role.attributes(), TextRules.NAME);
        checkComposites(item, role);
        if (Boolean.TRUE.equals(role.scopeParamRequired())) {
            item.reject(RejectCode.UNSUPPORTED_FIELD, "/scopeParamRequired", "Keycloak no longer supports this field");
        }
    }

    private static void checkContainer(Item<RoleRecord> item, RoleRecord role) {
        if (role.client() != null) {
            checkName(item, role.client(), "/client", "The client id");
            if (Boolean.FALSE.equals(role.clientRole())) {
                item.reject(
                        RejectCode.INVALID,
                        "/clientRole",
                        "A role of a client is a client role. Set `clientRole` to `true`, or remove it.");
            }
        } else if (Boolean.TRUE.equals(role.clientRole())) {
            if (role.containerId() == null || role.containerId().isBlank()) {
                item.reject(RejectCode.MISSING, "/client", "A client role requires `client`");
            }
            TextRules.check(item, role.containerId(), TextRules.NAME, "/containerId");
        } else if (role.containerId() != null && role.clientRole() == null) {
            item.reject(
                    RejectCode.MISSING,
                    "/clientRole",
                    "`containerId` requires `clientRole`, which tells whether it is the id of a realm or of a client");
        }
    }

    private static void checkComposites(Item<RoleRecord> item, RoleRecord role) {
        RoleRecord.Composites composites = role.composites();
        if (composites == null) {
            return;
        }
        if (composites.application() != null && !composites.application().isEmpty()) {
            item.reject(RejectCode.UNSUPPORTED_FIELD, "/composites/application", "The field is now named `client`");
        }
        if (Boolean.FALSE.equals(role.composite()) && !composites.isEmpty()) {
            item.reject(
                    RejectCode.INVALID,
                    "/composite",
                    "A role with composites is a composite role. Set `composite` to `true`, or remove it.");
        }
        checkNames(item, composites.realm(), "/composites/realm");
        if (composites.client() != null) {
            composites.client().forEach((client, names) -> {
                String pointer = Pointers.to("/composites/client", client);
                checkName(item, client, pointer, "The client id");
                checkNames(item, names, pointer);
            });
        }
    }

    private static void checkNames(Item<RoleRecord> item, List<String> names, String pointer) {
        for (int i = 0; names != null && i < names.size(); i++) {
            checkName(item, names.get(i), Pointers.to(pointer, i), "The name of a role");
        }
    }

    private static void checkName(Item<RoleRecord> item, String name, String pointer, String what) {
        if (name == null || name.isBlank()) {
            item.reject(RejectCode.MISSING, pointer, what + " is missing");
        } else {
            TextRules.check(item, name, pointer);
        }
    }
}
