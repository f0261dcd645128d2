// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.members;

import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;

/** The steps of a chunk of memberships, whether these come or go. */
abstract class MembersChunk<R extends MemberContent> implements ChunkImporter<R> {

    final ImportContext context;
    private final MemberRules rules;
    private final boolean removal;
    private List<MemberWork> works = List.of();

    MembersChunk(ImportContext context, boolean ofDepartment, boolean removal) {
        this.context = context;
        this.removal = removal;
        rules = new MemberRules(context, ofDepartment);
    }

    @Override
    public void validate(Item<R> item) {
        rules.check(item);
    }

    @Override
    public void resolve(List<Item<R>> items) {
        works = new MemberResolver(context, removal).resolve(items);
    }

    /** The records that are still open. */
    List<MemberWork> open() {
        return works.stream().filter(MemberWork::isOpen).toList();
    }
}
