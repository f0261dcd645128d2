// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.scopemappings;

import io.keylift.bulkimport.kind.shared.reference.RoleLists;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.RejectCode;

/**
 * Checks a record on its own.
 *
 * @param overwrite whether an empty list of roles is meaningful
 */
record ScopeMappingRules(boolean overwrite) implements RecordValidator<ScopeMappingRecord, ScopeMapping> {

    @Override
    public ScopeMapping validate(Item<ScopeMappingRecord> item) {
        ScopeMappingRecord record = item.record();
        if (record.key() == null) {
            item.reject(
                    RejectCode.MISSING,
                    "",
                    "The record names no client and no client scope. Give `client` or `clientScope`.");
        } else if (record.getClient() != null && record.getClientScope() != null) {
            item.reject(RejectCode.INVALID, "/clientScope", "A record names a client or a client scope, not both");
        } else {
            ScopeMapping mapping = record.valid(overwrite);
            RoleLists.checkName(item, mapping.owner(), mapping.pointer());
        }
        record.roles().check(item, overwrite);
        if (record.getClientScope() != null
                && !item.leftOut().isEmpty()
                && !record.roles().giveAnyRole()) {
            item.reject(
                    RejectCode.WOULD_WIDEN_ACCESS,
                    "",
                    "The realm has none of the roles. A client scope without roles applies to every user, so `drop`"
                            + " does not leave them all out.");
        }
        return record.valid(overwrite);
    }
}
