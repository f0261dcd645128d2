// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.catalog;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.NameRules;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import io.keylift.capability.CapabilityNames;
import io.keylift.request.Pointers;
import java.util.List;

/** Rules for a capability or set that need no look-up. */
final class EntryRules {

    private EntryRules() {}

    static void check(Item<? extends EntryRecord> item) {
        EntryRecord record = item.record();
        checkName(item, record.name(), "/name");
        checkClean(item, record.name(), "/name");
        if (record.source() != null) {
            checkName(item, record.source(), "/source");
            checkClean(item, record.source(), "/source");
        }
        TextRules.check(item, record.resource(), TextRules.NAME, "/resource");
        TextRules.check(item, record.action(), TextRules.NAME, "/action");
        TextRules.check(item, record.type(), TextRules.NAME, "/type");
        TextRules.check(item, record.description(), EntryRecord.MAX_DESCRIPTION, "/description");
        TextRules.checkId(item, record.id(), "/id");
        List<String> members = record.members();
        for (int i = 0; members != null && i < members.size(); i++) {
            checkName(item, members.get(i), Pointers.to("/members", i));
        }
        List<Endpoint> endpoints = record.endpoints();
        for (int i = 0; endpoints != null && i < endpoints.size(); i++) {
            String pointer = Pointers.to("/endpoints", i);
            if (endpoints.get(i) == null) {
                item.reject(RejectCode.MISSING, pointer, "The value must be an object");
            } else {
                TextRules.check(item, endpoints.get(i).json().toString(), pointer);
            }
        }
    }

    private static void checkClean(Item<?> item, String name, String pointer) {
        if (!item.isRejected() && !CapabilityNames.isClean(name)) {
            item.reject(RejectCode.INVALID, pointer, CapabilityNames.REFUSAL);
        }
    }

    private static void checkName(Item<?> item, String name, String pointer) {
        if (NameRules.check(item, name, pointer)) {
            TextRules.check(item, name, TextRules.NAME, pointer);
        }
    }
}
