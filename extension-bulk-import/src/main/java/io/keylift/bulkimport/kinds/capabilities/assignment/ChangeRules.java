// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.assignment;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.NameRules;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import io.keylift.request.Pointers;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rules for a change of assignments that need no look-up. */
final class ChangeRules {

    private ChangeRules() {}

    static void checkRole(Item<RoleCapabilitiesRecord> item) {
        checkRoleName(item);
        checkChange(item);
    }

    static void checkUser(Item<UserCapabilitiesRecord> item) {
        checkUserName(item);
        checkChange(item);
    }

    static void checkRemovalFromRole(Item<RoleCapabilitiesRecord> item) {
        checkRoleName(item);
        checkRemoval(item);
    }

    static void checkRemovalFromUser(Item<UserCapabilitiesRecord> item) {
        checkUserName(item);
        checkRemoval(item);
    }

    private static void checkRoleName(Item<RoleCapabilitiesRecord> item) {
        checkName(item, item.record().role(), "/role");
        if (item.record().client() != null) {
            checkName(item, item.record().client(), "/client");
        }
    }

    private static void checkUserName(Item<UserCapabilitiesRecord> item) {
        UserCapabilitiesRecord record = item.record();
        if (!record.namesUser()) {
            item.reject(RejectCode.MISSING, "", "The record names no user. Give `username`, `email` or `userId`.");
        }
        checkGiven(item, record.username(), "/username");
        checkGiven(item, record.email(), "/email");
        checkGiven(item, record.userId(), "/userId");
    }

    private static void checkChange(Item<? extends ChangeRecord> item) {
        ChangeRecord record = item.record();
        boolean isPartial = record.add() != null || record.remove() != null;
        if (record.set() == null && !isPartial) {
            item.reject(
                    RejectCode.MISSING,
                    "",
                    "The record changes nothing. Give `add` and `remove`, one of them, or `set`.");
        }
        checkLists(item, isPartial);
        if (record.add() != null && record.remove() != null) {
            checkApart(item, new HashSet<>(record.add()), record.remove());
        }
    }

    /** Verifications use this check, too, and accept records with nothing to remove. */
    private static void checkRemoval(Item<? extends ChangeRecord> item) {
        checkLists(item, item.record().add() != null);
    }

    private static void checkLists(Item<? extends ChangeRecord> item, boolean isPartial) {
        ChangeRecord record = item.record();
        if (record.set() != null && isPartial) {
            item.reject(RejectCode.INVALID, "/set", "`set` excludes `add` and `remove`");
        }
        checkNames(item, record.add(), "/add");
        checkNames(item, record.remove(), "/remove");
        checkNames(item, record.set(), "/set");
    }

    private static void checkApart(Item<?> item, Set<String> added, List<String> removed) {
        for (int i = 0; i < removed.size(); i++) {
            if (added.contains(removed.get(i))) {
                item.reject(
                        RejectCode.INVALID,
                        Pointers.to("/remove", i),
                        "The same capability or set is in `add` and in `remove`");
            }
        }
    }

    private static void checkNames(Item<?> item, List<String> names, String pointer) {
        for (int i = 0; names != null && i < names.size(); i++) {
            checkName(item, names.get(i), Pointers.to(pointer, i));
        }
    }

    private static void checkGiven(Item<?> item, String name, String pointer) {
        if (name != null) {
            checkName(item, name, pointer);
        }
    }

    private static void checkName(Item<?> item, String name, String pointer) {
        if (NameRules.check(item, name, pointer)) {
            TextRules.check(item, name, TextRules.NAME, pointer);
        }
    }
}
