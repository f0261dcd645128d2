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
    private final boolean organizations;

    private RoleMappingRules(boolean overwrite, boolean organizations) {
        this.overwrite = overwrite;
        this.organizations = organizations;
    }

    /** @param organizations whether the realm has organizations, and so departments */
    static RoleMappingRules ofImport(IfExists ifExists, boolean organizations) {
        return new RoleMappingRules(ifExists == IfExists.OVERWRITE, organizations);
    }

    static RoleMappingRules ofRemoval(boolean organizations) {
        return new RoleMappingRules(false, organizations);
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
        boolean saysNothing = overwrite ? !record.givesAnyList() : !record.givesAnyRole();
        if (saysNothing && item.leftOut().isEmpty()) {
            item.reject(RejectCode.MISSING, "", "The record names no role. Give `realmRoles` or `clientRoles`.");
        }
        return record.valid(overwrite);
    }

    private void checkSubject(Item<RoleMappingRecord> item, RoleMappingRecord record) {
        boolean ofUser = checkGiven(item, record.getUsername(), "/username")
                | checkGiven(item, record.getEmail(), "/email")
                | checkGiven(item, record.getUserId(), "/userId");
        boolean ofGroup = checkGiven(item, record.getGroup(), "/group");
        boolean ofDepartment = checkDepartment(item, record);
        if (ofUser && ofGroup) {
            item.reject(RejectCode.INVALID, "/group", "A record names a user or a group, not both");
        } else if (ofDepartment && (ofUser || ofGroup)) {
            item.reject(
                    RejectCode.INVALID,
                    record.getDepartment() == null ? "/organization" : "/department",
                    "A record with a department names no user and no group");
        } else if (!ofUser && !ofGroup && !ofDepartment) {
            item.reject(
                    RejectCode.MISSING,
                    "",
                    "The record names no user, group or department. Give `username`, `email`, `userId`, `group`, or"
                            + " `organization` and `department`.");
        }
    }

    /** Whether the record has at least one of the two fields that name a department. */
    private boolean checkDepartment(Item<RoleMappingRecord> item, RoleMappingRecord record) {
        String organization = record.getOrganization();
        String department = record.getDepartment();
        if (organization == null && department == null) {
            return false;
        }
        if (!organizations) {
            item.reject(
                    RejectCode.ORGANIZATIONS_DISABLED,
                    "/organization",
                    "Organizations are disabled for this realm. Enable them in the realm settings.");
        }
        checkName(item, organization, "/organization");
        checkName(item, department, "/department");
        if (department != null && department.replace("/", "").isBlank()) {
            item.reject(RejectCode.INVALID, "/department", "A path requires at least one name");
        }
        return true;
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
