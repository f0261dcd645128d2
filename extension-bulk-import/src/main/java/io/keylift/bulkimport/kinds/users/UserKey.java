// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.Locale;
import org.keycloak.storage.StorageId;
import org.keycloak.utils.StringUtil;

/**
 * The name of an existing user in a record: id, username or email address. The first of them that is given identifies
 * the user; the others must match.
 *
 * @param id {@code null} if it is not given, like the others
 * @param username in lower case
 * @param email in lower case
 */
record UserKey(String id, String username, String email) {

    /** Length of Keycloak's id columns. */
    private static final int ID = 36;

    static UserKey of(UserRecord record) {
        return new UserKey(
                StringUtil.isBlank(record.getId()) ? null : record.getId(),
                lower(record.getUsername()),
                lower(record.getEmail()));
    }

    private static String lower(String text) {
        return StringUtil.isBlank(text) ? null : text.toLowerCase(Locale.ROOT);
    }

    void check(Item<?> item) {
        if (id == null && username == null && email == null) {
            item.reject(RejectCode.MISSING, "", "The record names no user. Give `id`, `username` or `email`.");
        } else if (id != null && !StorageId.isLocalStorage(id)) {
            item.reject(RejectCode.INVALID, "/id", "The user belongs to a user storage. Remove the user there.");
        } else if (TextRules.check(item, id, ID, "/id")
                && TextRules.check(item, username, TextRules.NAME, "/username")) {
            TextRules.check(item, email, TextRules.NAME, "/email");
        }
    }

    /** The key that identifies the user. */
    UniqueKey leading() {
        if (id != null) {
            return new UniqueKey("id", id, "/id");
        }
        return username != null
                ? new UniqueKey("username", username, "/username")
                : new UniqueKey("email", email, "/email");
    }
}
