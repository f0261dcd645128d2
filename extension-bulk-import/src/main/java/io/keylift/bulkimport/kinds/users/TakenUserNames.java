// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.shared.reference.KeycloakKeys;
import io.keylift.bulkimport.kind.shared.storages.Question;
import io.keylift.bulkimport.kind.shared.storages.StorageUser;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.RealmFilter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.storage.StorageId;

/**
 * The owners of the usernames and email addresses of a chunk: users of the realm, and accepted records of the chunk.
 * Applies the rules of Keycloak's uniqueness validators, which check one user at a time.
 */
final class TakenUserNames {

    private final String realmId;
    private final boolean duplicateEmails;
    private final boolean loginWithEmail;
    private final Map<String, String> usernames = new HashMap<>();
    private final Map<String, Set<String>> emails = new HashMap<>();
    private final Map<String, StorageUser> inStorages = new HashMap<>(0);

    TakenUserNames(RealmModel realm) {
        realmId = realm.getId();
        duplicateEmails = realm.isDuplicateEmailsAllowed();
        loginWithEmail = realm.isLoginWithEmailAllowed();
    }

    /**
     * Looks up users by username and by email address. If users can sign in with either, values of the one are looked
     * up as the other, too. An existing user who keeps the email address conflicts with no other user, so if users may
     * exist, they are looked up first, and then the other values of the rest.
     */
    void load(Queries rows, Collection<UserWork> works, IfExists ifExists) {
        Set<String> names = new HashSet<>();
        works.forEach(work -> names.add(work.draft.username));
        List<UserWork> rest = List.copyOf(works);
        if (ifExists != IfExists.FAIL) {
            findNames(rows, names);
            names.clear();
            rest = works.stream()
                    .filter(work -> mayConflict(work.draft, ifExists))
                    .toList();
        }
        Set<String> addresses = new HashSet<>();
        for (UserWork work : rest) {
            String email = work.draft.email;
            if (email != null && !duplicateEmails) {
                addresses.add(email);
                if (loginWithEmail) {
                    names.add(email);
                }
            }
            if (isAddress(work.draft.username)) {
                addresses.add(work.draft.username);
            }
        }
        names.removeAll(usernames.keySet());
        findNames(rows, names);
        rows.select(
                        "select u.id, u.username, u.email from UserEntity u" + " where " + RealmFilter.of("u")
                                + " and u.email in (:values)",
                        addresses,
                        Map.of("realm", realmId))
                .forEach(this::add);
    }

    private void findNames(Queries rows, Set<String> names) {
        rows.select(KeycloakKeys.USERNAME, realmId, names).forEach(this::add);
    }

    private boolean mayConflict(UserDraft draft, IfExists ifExists) {
        String owner = usernames.get(draft.username);
        return owner == null
                || ifExists.changesWhatExists()
                        && draft.email != null
                        && !emails.getOrDefault(draft.email, Set.of()).contains(owner);
    }

    private void add(Object[] row) {
        add((String) row[0], (String) row[1], (String) row[2]);
    }

    /** The look-ups in user storages that this user's names require. Names of users in the tables require none. */
    List<Question> open(UserDraft draft) {
        List<Question> open = new ArrayList<>(4);
        askUsername(open, draft.username);
        if (isAddress(draft.username)) {
            askEmail(open, draft.username);
        }
        if (draft.email != null && !duplicateEmails) {
            askEmail(open, draft.email);
            if (loginWithEmail) {
                askUsername(open, draft.email);
            }
        }
        return open;
    }

    private void askUsername(List<Question> open, String username) {
        if (!usernames.containsKey(username)) {
            open.add(new Question(Question.By.USERNAME, username));
        }
    }

    private void askEmail(List<Question> open, String email) {
        if (!emails.containsKey(email)) {
            open.add(new Question(Question.By.EMAIL, email));
        }
    }

    /** Notes that a storage has the user of a look-up. */
    void add(Question question, StorageUser user) {
        String name = user.username() == null ? question.value() : user.username();
        // Equal for each question that leads to the user, even if the storage imports its users.
        String id = new StorageId(user.storageId(), name).getId();
        inStorages.put(id, user);
        if (question.by() == Question.By.USERNAME) {
            usernames.put(question.value(), id);
        } else {
            emails.computeIfAbsent(question.value(), address -> new HashSet<>(2))
                    .add(id);
        }
    }

    /** The user of a storage who owns a name; {@code null} if the owner is in the realm's tables. */
    StorageUser inStorage(String owner) {
        return inStorages.get(owner);
    }

    /** Notes that a user has these names from now on. */
    void add(String id, String username, String email) {
        usernames.put(username, id);
        if (email != null) {
            emails.computeIfAbsent(email, address -> new HashSet<>(2)).add(id);
        }
    }

    /** Notes that a user releases an email address. */
    void release(String id, String email) {
        if (email != null && emails.containsKey(email)) {
            emails.get(email).remove(id);
        }
    }

    /** Id of the user of this name, or {@code null}. */
    String owner(String username) {
        return usernames.get(username);
    }

    /** The conflict if anyone but {@code self} had this username, or {@code null}. */
    Violation usernameConflict(String self, String username) {
        return isAddress(username) && othersHaveEmail(self, username)
                ? new Violation(RejectCode.CONFLICT, "/username", "Another user has this username as email address")
                : null;
    }

    /** The conflict if anyone but {@code self} had this email address, or {@code null}. */
    Violation emailConflict(String self, String email) {
        if (email == null || duplicateEmails) {
            return null;
        }
        if (othersHaveEmail(self, email)) {
            return new Violation(RejectCode.CONFLICT, "/email", "Another user has this email address");
        }
        String owner = loginWithEmail ? usernames.get(email) : null;
        return owner == null || owner.equals(self)
                ? null
                : new Violation(RejectCode.CONFLICT, "/email", "Another user has this email address as username");
    }

    private boolean othersHaveEmail(String self, String email) {
        for (String id : emails.getOrDefault(email, Set.of())) {
            if (!id.equals(self)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAddress(String username) {
        return loginWithEmail && username.indexOf('@') > 0;
    }
}
