// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.members;

import io.keylift.bulkimport.kind.shared.reference.Organizations;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.NameRules;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;

/** Rules for a membership that need no look-up. */
final class MemberRules {

    private final MemberGroup group;
    private final boolean enabled;

    MemberRules(ImportContext context, MemberGroup group) {
        this.group = group;
        enabled = group == MemberGroup.REALM || Organizations.areEnabled(context);
    }

    void check(Item<? extends MemberContent> item) {
        MemberContent member = item.record();
        if (!enabled) {
            item.reject(
                    RejectCode.ORGANIZATIONS_DISABLED,
                    "/organization",
                    "Organizations are disabled for this realm. Enable them in the realm settings.");
        } else if (checkGroup(item, member)) {
            checkUser(item, member);
        }
    }

    private boolean checkGroup(Item<?> item, MemberContent member) {
        return switch (group) {
            case ORGANIZATION -> NameRules.check(item, member.organization(), "/organization");
            case DEPARTMENT ->
                NameRules.check(item, member.organization(), "/organization")
                        && checkPath(item, member.department(), "/department");
            case REALM -> checkPath(item, member.group(), "/group");
        };
    }

    private static boolean checkPath(Item<?> item, String path, String pointer) {
        if (NameRules.check(item, path, pointer) && path.replace("/", "").isBlank()) {
            item.reject(RejectCode.INVALID, pointer, "A path requires at least one name");
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
