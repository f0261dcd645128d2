// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.NameRules;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.request.Pointers;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.UserModel;

/** Rules for changes of a user that need no look-up. */
final class UserChangesRules {

    static final String FEDERATION_LINK = "federationLink";

    /** Fields that a record can empty. */
    static final List<String> CLEARABLE =
            List.of(FEDERATION_LINK, UserModel.FIRST_NAME, UserModel.LAST_NAME, UserModel.EMAIL);

    private static final Set<String> FIELDS =
            Set.of(UserModel.USERNAME, UserModel.EMAIL, UserModel.FIRST_NAME, UserModel.LAST_NAME);

    private final FieldRules fields;

    UserChangesRules(ImportContext context) {
        fields = new FieldRules(context);
    }

    void check(Item<UserChangesRecord> item) {
        UserChangesRecord record = item.record();
        checkUser(item, record);
        if (record.add() == null && record.remove() == null && record.clear() == null) {
            item.reject(
                    RejectCode.MISSING,
                    "",
                    "The record changes nothing. Give at least one of `add`, `remove`, `clear`.");
        }
        check(item, record.added(), "/add", true);
        check(item, record.removed(), "/remove", false);
        checkCleared(item, record.clear());
        if (!item.isRejected()) {
            checkApart(item, record.added(), record.removed());
        }
    }

    private static void checkUser(Item<?> item, UserChangesRecord record) {
        if (!record.namesUser()) {
            item.reject(RejectCode.MISSING, "", "The record names no user. Give `username`, `email` or `userId`.");
        }
        checkGiven(item, record.username(), "/username");
        checkGiven(item, record.email(), "/email");
        checkGiven(item, record.userId(), "/userId");
    }

    private static void checkGiven(Item<?> item, String name, String pointer) {
        if (name != null) {
            NameRules.check(item, name, pointer);
        }
    }

    private void check(Item<?> item, UserParts parts, String place, boolean complete) {
        boolean valid = fields.checkRequiredActions(item, parts.requiredActions(), place + "/requiredActions")
                && NameRules.checkRoles(item, parts.realmRoles(), parts.clientRoles(), place)
                && NameRules.check(item, parts.groups(), place + "/groups")
                && FieldRules.checkFederatedIdentities(
                        item, parts.federatedIdentities(), place + "/federatedIdentities", complete)
                && UserRules.checkAttributes(item, parts.attributes(), place + "/attributes");
        if (valid) {
            checkNames(item, parts.attributes(), place + "/attributes");
        }
    }

    private static void checkNames(Item<?> item, Map<String, List<String>> attributes, String place) {
        for (String name : UserParts.given(attributes).keySet()) {
            if (name.isBlank()) {
                item.reject(RejectCode.MISSING, Pointers.to(place, name), "The name is missing");
            } else if (FIELDS.contains(name)) {
                item.reject(
                        RejectCode.INVALID,
                        Pointers.to(place, name),
                        "This is a field of the user and not an attribute. Change it by an import of users.");
            }
        }
    }

    private static void checkCleared(Item<?> item, List<String> cleared) {
        for (int i = 0; i < UserParts.given(cleared).size(); i++) {
            String pointer = Pointers.to("/clear", i);
            if (NameRules.check(item, cleared.get(i), pointer) && !CLEARABLE.contains(cleared.get(i))) {
                item.reject(
                        RejectCode.INVALID,
                        pointer,
                        "This field cannot be emptied. Fields that can be: " + String.join(", ", CLEARABLE));
            }
        }
    }

    /** An identity provider may be in both, because one identity there can replace another. */
    private static void checkApart(Item<?> item, UserParts added, UserParts removed) {
        checkApart(item, added.requiredActions(), removed.requiredActions(), "/remove/requiredActions");
        checkApart(item, added.realmRoles(), removed.realmRoles(), "/remove/realmRoles");
        UserParts.given(removed.clientRoles())
                .forEach((client, roles) -> checkApart(
                        item,
                        UserParts.given(added.clientRoles()).get(client),
                        roles,
                        Pointers.to("/remove/clientRoles", client)));
        checkApart(item, paths(added.groups()), paths(removed.groups()), "/remove/groups");
        UserParts.given(removed.attributes())
                .forEach((name, values) -> checkApart(
                        item,
                        UserParts.given(added.attributes()).get(name),
                        values,
                        Pointers.to("/remove/attributes", name)));
    }

    /** The first and last slash of a path are optional. */
    private static List<String> paths(List<String> paths) {
        return UserParts.given(paths).stream()
                .map(path -> path.replaceAll("^/|/$", ""))
                .toList();
    }

    private static void checkApart(Item<?> item, List<String> added, List<String> removed, String place) {
        Set<String> both = new HashSet<>(UserParts.given(added));
        for (int i = 0; i < UserParts.given(removed).size(); i++) {
            if (removed.get(i) != null && both.contains(removed.get(i))) {
                item.reject(RejectCode.INVALID, Pointers.to(place, i), "The same value is in `add` and in `remove`");
            }
        }
    }
}
