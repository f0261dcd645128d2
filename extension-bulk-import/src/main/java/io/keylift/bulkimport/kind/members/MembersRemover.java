// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.members;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;

/** Leads a chunk of memberships that are to be removed through its steps. */
final class MembersRemover<R extends MemberContent> extends MembersChunk<R> {

    MembersRemover(ImportContext context, boolean ofDepartment) {
        super(context, ofDepartment, true);
    }

    @Override
    public void write(List<Item<R>> items) {
        new MemberRemoval(context).remove(open());
        items.stream().filter(item -> item.outcome() == null).forEach(item -> item.done(Outcome.SKIPPED, null));
    }
}
