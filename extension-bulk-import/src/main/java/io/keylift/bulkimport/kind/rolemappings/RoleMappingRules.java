// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.rolemappings;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.TextRules;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.request.Pointers;
import java.util.List;

/** Checks a record by itself. */
final class RoleMappingRules implements RecordValidator<RoleMappingRecord, RoleMapping> {

    private final boolean overwrite;

    private RoleMappingRules(boolean overwrite) {
        this.overwrite = overwrite;
    }

    static RoleMappingRules ofImport(IfExists ifExists) {
        return new RoleMappingRules(ifExists == IfExists.OVERWRITE);
    }

    static RoleMappingRules ofRemoval() {
        return new RoleMappingRules(false);
    }

    @Override
    public RoleMapping validate(Item<RoleMappingRecord> item) {
        RoleMappingRecord record = item.record();
        checkSubject(item, record);
        checkNames(item, record.getRealmRoles(), "/realmRoles");
        if (record.getClientRoles() != null) {
            record.getClientRoles().forEach((client, names) -> {
                String pointer = Pointers.to("/clientRoles", client);
                checkName(item, client, pointer);
                checkNames(item, names, pointer);
            });
        }
        if (overwrite ? !record.givesAnyList() : !record.givesAnyRole()) {
            item.reject(RejectCode.MISSING, "", "The record names no role. Give `realmRoles` or `clientRoles`.");
        }
        return record.valid(overwrite);
    }

    private static void checkSubject(Item<RoleMappingRecord> item, RoleMappingRecord record) {
        boolean ofUser = checkGiven(item, record.getUsername(), "/username")
                | checkGiven(item, record.getEmail(), "/email")
                | checkGiven(item, record.getUserId(), "/userId");
        boolean ofGroup = checkGiven(item, record.getGroup(), "/group");
        if (ofUser && ofGroup) {
            item.reject(RejectCode.INVALID, "/group", "A record names a user or a group, not both");
        } else if (!ofUser && !ofGroup) {
            item.reject(
                    RejectCode.MISSING,
                    "",
                    "The record names no user or group. Give `username`, `email`, `userId` or `group`.");
        }
    }

    private static boolean checkGiven(Item<RoleMappingRecord> item, String name, String pointer) {
        if (name != null) {
            checkName(item, name, pointer);
        }
        return name != null;
    }

    private static void checkNames(Item<RoleMappingRecord> item, List<String> names, String pointer) {
        for (int i = 0; names != null && i < names.size(); i++) {
            checkName(item, names.get(i), Pointers.to(pointer, i));
        }
    }

    private static void checkName(Item<RoleMappingRecord> item, String name, String pointer) {
        if (name == null || name.isBlank()) {
            item.reject(RejectCode.MISSING, pointer, "The name is missing");
        } else {
            TextRules.check(item, name, pointer);
        }
    }
}
