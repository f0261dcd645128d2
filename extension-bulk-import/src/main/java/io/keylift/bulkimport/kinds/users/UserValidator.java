// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import java.util.List;

/** Checks a chunk of users and hashes their passwords. */
final class UserValidator implements RecordValidator<UserRecord, UserDraft> {

    private final ImportContext context;
    private final UserRules rules;

    UserValidator(ImportContext context) {
        this.context = context;
        rules = new UserRules(context, new ProfileRules(context));
    }

    @Override
    public UserDraft validate(Item<UserRecord> item) {
        return rules.check(item);
    }

    @Override
    public void prepare(List<Item<UserDraft>> items) {
        new PasswordHashing(context).hash(items);
    }
}
