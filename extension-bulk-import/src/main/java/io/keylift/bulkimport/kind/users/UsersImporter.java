// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;

/** Leads a chunk of users through its steps. */
final class UsersImporter implements ChunkImporter<UserRecord> {

    private final ImportContext context;
    private ProfileRules profile;
    private UserRules rules;
    private List<UserWork> works = List.of();

    UsersImporter(ImportContext context) {
        this.context = context;
    }

    @Override
    public void validate(Item<UserRecord> item) {
        if (rules == null) {
            rules = new UserRules(context, profile());
        }
        rules.check(item);
    }

    @Override
    public void prepare(List<Item<UserRecord>> items) {
        new PasswordHashing(context).hash(items);
    }

    @Override
    public void resolve(List<Item<UserRecord>> items) {
        works = new UserResolver(context, this::profile).resolve(items);
    }

    @Override
    public void write(List<Item<UserRecord>> items) {
        List<UserWork> open = works.stream().filter(UserWork::isOpen).toList();
        if (!open.isEmpty()) {
            new UserWriter(context).write(open);
        }
    }

    /** Read when it is needed: the attempts to write new users need it no more. */
    private ProfileRules profile() {
        if (profile == null) {
            profile = new ProfileRules(context);
        }
        return profile;
    }
}
