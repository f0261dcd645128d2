// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.rolemappings;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.shared.reference.RoleLists;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.RejectCode;

/** Checks a record on its own. */
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
        record.roles().check(item, overwrite);
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
        RoleLists.checkName(item, organization, "/organization");
        RoleLists.checkName(item, department, "/department");
        if (department != null && department.replace("/", "").isBlank()) {
            item.reject(RejectCode.INVALID, "/department", "A path requires at least one name");
        }
        return true;
    }

    private static boolean checkGiven(Item<RoleMappingRecord> item, String name, String pointer) {
        if (name != null) {
            RoleLists.checkName(item, name, pointer);
        }
        return name != null;
    }
}
