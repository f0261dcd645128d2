// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.members;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;

/** Leads a chunk of memberships through its steps. */
final class MembersImporter<R extends MemberContent> extends MembersChunk<R> {

    MembersImporter(ImportContext context, boolean ofDepartment) {
        super(context, ofDepartment, false);
    }

    @Override
    public void write(List<Item<R>> items) {
        new MemberWriter(context).write(open());
    }
}
