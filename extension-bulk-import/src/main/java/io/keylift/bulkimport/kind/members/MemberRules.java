// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.members;

import io.keylift.bulkimport.kind.NameRules;
import io.keylift.bulkimport.kind.TextRules;
import io.keylift.bulkimport.kind.reference.Organizations;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;

/** Rules for a membership that need no look-up. */
final class MemberRules {

    private final boolean enabled;
    private final boolean ofDepartment;

    /** @param ofDepartment whether records name a department */
    MemberRules(ImportContext context, boolean ofDepartment) {
        enabled = Organizations.areEnabled(context);
        this.ofDepartment = ofDepartment;
    }

    void check(Item<? extends MemberContent> item) {
        MemberContent member = item.record();
        if (!enabled) {
            item.reject(
                    RejectCode.ORGANIZATIONS_DISABLED,
                    "/organization",
                    "Organizations are disabled for this realm. Enable them in the realm settings.");
        } else if (NameRules.check(item, member.organization(), "/organization")
                && (!ofDepartment || NameRules.check(item, member.department(), "/department"))
                && checkDepartment(item, member.department())) {
            checkUser(item, member);
        }
    }

    private static boolean checkDepartment(Item<?> item, String department) {
        if (department != null && department.replace("/", "").isBlank()) {
            item.reject(RejectCode.INVALID, "/department", "A path requires at least one name");
        }
        return !item.isRejected();
    }

    private static void checkUser(Item<?> item, MemberContent member) {
        if (!member.namesUser()) {
            item.reject(
                    RejectCode.MISSING, "/username", "The record names no user. Give `username`, `email` or `userId`.");
        }
        TextRules.check(item, member.username(), "/username");
        TextRules.check(item, member.email(), "/email");
        TextRules.check(item, member.userId(), "/userId");
    }
}
