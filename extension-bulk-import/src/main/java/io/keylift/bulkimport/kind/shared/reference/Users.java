// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.shared.storages.Question;
import io.keylift.bulkimport.kind.shared.storages.StorageAnswers;
import io.keylift.bulkimport.kind.shared.storages.StorageUser;
import io.keylift.bulkimport.kind.shared.storages.UserStorages;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.RealmFilter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.keycloak.storage.StorageId;

/**
 * Users of the realm that the records of a chunk name by username, email address or id. First {@link #need} each, then
 * {@link #load} once. This takes one query for each of the three, and asks the realm's user storages for users that are
 * not in its tables.
 */
public final class Users {

    /** A user from the realm's tables or a user storage. */
    public record User(String id, String username, String email) {}

    /**
     * The values by which a record names a user. At least one is given; all given values must identify the same user.
     *
     * @param username case-insensitive
     * @param email case-insensitive
     * @param userId the user's id
     */
    public record Name(String username, String email, String userId) {

        /** The value that identifies the user: the id, else the username, else the email address. */
        public String key() {
            return userId != null ? userId : username != null ? lower(username) : lower(email);
        }

        /** Pointer to the field of {@link #key}. */
        public String pointer() {
            return userId != null ? "/userId" : username != null ? "/username" : "/email";
        }
    }

    private final ReadContext context;

    /** Asks user storages; {@code null} if only the tables are asked. */
    private final ImportContext storages;

    private final Queries rows;
    private final boolean imports;
    private final Set<String> usernames = new HashSet<>();
    private final Set<String> emails = new HashSet<>();
    private final Set<String> ids = new HashSet<>();
    private final Map<String, User> byUsername = new HashMap<>();
    private final Map<String, List<User>> byEmail = new HashMap<>();
    private final Map<String, User> byId = new HashMap<>();

    /** Names of failing storages, by the value of the look-up. */
    private final Map<String, String> failures = new HashMap<>(0);

    public Users(ImportContext context, Queries rows) {
        this(context, rows, context, !context.spec().dryRun());
    }

    private Users(ReadContext context, Queries rows, ImportContext storages, boolean imports) {
        this.context = context;
        this.rows = rows;
        this.storages = storages;
        this.imports = imports;
    }

    /** Users in the realm's tables, without those whom only a user storage has. */
    public static Users inTables(ReadContext context, Queries rows) {
        return new Users(context, rows, null, false);
    }

    /** Users of the tables and of user storages, none of which adds its users to the tables of the realm. */
    public static Users withoutImport(ImportContext context, Queries rows) {
        return new Users(context, rows, context, false);
    }

    public void need(Name name) {
        if (name.userId() != null) {
            ids.add(name.userId());
        } else if (name.username() != null) {
            usernames.add(lower(name.username()));
        } else {
            emails.add(lower(name.email()));
        }
    }

    public void load() {
        String realm = context.realm().getId();
        users(rows.select(KeycloakKeys.USERNAME, realm, usernames))
                .forEach(user -> byUsername.put(user.username(), user));
        users(rows.select(
                        "select u.id, u.username, u.email from UserEntity u" + " where " + RealmFilter.of("u")
                                + " and u.email in (:values)",
                        emails,
                        Map.of("realm", realm)))
                .forEach(user -> byEmail.computeIfAbsent(user.email(), email -> new ArrayList<>(1))
                        .add(user));
        users(rows.select(
                        "select u.id, u.username, u.email from UserEntity u" + " where " + RealmFilter.of("u")
                                + " and u.id in (:values)",
                        ids,
                        Map.of("realm", realm)))
                .forEach(user -> byId.put(user.id(), user));
        loadFromStorages();
    }

    /**
     * Loads users who are not in the realm's tables. A storage that imports its users adds them to the tables by this
     * look-up.
     */
    private void loadFromStorages() {
        if (storages == null || UserStorages.of(storages).isEmpty()) {
            return;
        }
        List<Question> questions = new ArrayList<>();
        add(questions, Question.By.USERNAME, usernames, byUsername.keySet());
        add(questions, Question.By.EMAIL, emails, byEmail.keySet());
        ids.stream()
                .filter(id -> !StorageId.isLocalStorage(id))
                .forEach(id -> questions.add(new Question(Question.By.ID, id)));
        StorageAnswers answers = StorageAnswers.of(storages);
        answers.need(questions, imports);
        for (Question question : questions) {
            String failing = answers.failing(question);
            if (failing != null) {
                failures.put(question.value(), failing);
            }
            StorageUser user = answers.find(question);
            if (user != null && user.username() != null && (!imports || user.isWithoutRow())) {
                add(question, new User(user.idInStorage(), user.username(), user.email()));
            }
        }
    }

    private static void add(List<Question> questions, Question.By by, Set<String> needed, Set<String> found) {
        needed.stream().filter(name -> !found.contains(name)).forEach(name -> questions.add(new Question(by, name)));
    }

    private void add(Question question, User user) {
        switch (question.by()) {
            case USERNAME -> byUsername.put(question.value(), user);
            case EMAIL -> byEmail.put(question.value(), List.of(user));
            case ID -> byId.put(question.value(), user);
        }
    }

    /** Whether a user was found that has this name, or other names and may be viewed by the caller. */
    public boolean isKnown(Name name) {
        ViewRights rights = ViewRights.of(context);
        return user(name) != null
                || !found(name).isEmpty()
                        && found(name).stream().allMatch(user -> rights.mayViewUser(context, user.id()));
    }

    /** Id of the one user with this name; {@code null} if there is none, more than one, or one with other names. */
    public String id(Name name) {
        User user = user(name);
        return user == null ? null : user.id();
    }

    /** The one user with this name; {@code null} if there is none, more than one, or one with other names. */
    public User user(Name name) {
        List<User> found = found(name);
        if (found.size() != 1) {
            return null;
        }
        User user = found.get(0);
        return agrees(user.username(), name.username()) && agrees(user.email(), name.email()) ? user : null;
    }

    /** The user with this name; {@code null} after a reject, if there is none or more than one. */
    public User find(Item<?> item, Name name) {
        User user = findIfPresent(item, name);
        if (user == null) {
            rejectUnknown(item, name.pointer());
        }
        return user;
    }

    /** Rejects a record whose user does not exist, or no longer does in its user storage. */
    public static void rejectUnknown(Item<?> item, String pointer) {
        item.reject(RejectCode.UNKNOWN_USER, pointer, "The realm has no such user");
    }

    /** Like {@link #find}, but a user who does not exist is no reject. */
    public User findIfPresent(Item<?> item, Name name) {
        List<User> found = found(name);
        if (found.isEmpty()) {
            rejectFailure(item, name);
            return null;
        }
        if (found.size() > 1) {
            item.reject(
                    RejectCode.CONFLICT,
                    name.pointer(),
                    "Several users have this email address. Give `username` or `userId`.");
        } else if (!agrees(found.get(0).username(), name.username())) {
            item.reject(RejectCode.CONFLICT, "/username", "The user has another username");
        } else if (!agrees(found.get(0).email(), name.email())) {
            item.reject(RejectCode.CONFLICT, "/email", "The user has another email address");
        } else {
            return found.get(0);
        }
        return null;
    }

    /** Rejects the record if the user cannot be found because a user storage fails. */
    public void rejectFailure(Item<?> item, Name name) {
        String storage = failures.get(name.key());
        if (storage != null) {
            item.reject(
                    RejectCode.FAILED,
                    name.pointer(),
                    "The user storage " + storage + " fails for this user; the server's log has the cause");
        }
    }

    private List<User> found(Name name) {
        if (name.userId() == null && name.username() == null) {
            return byEmail.getOrDefault(lower(name.email()), List.of());
        }
        User user = name.userId() != null ? byId.get(name.userId()) : byUsername.get(lower(name.username()));
        return user == null ? List.of() : List.of(user);
    }

    private static boolean agrees(String stored, String given) {
        return given == null || Objects.equals(stored, lower(given));
    }

    private static List<User> users(List<Object[]> rows) {
        return rows.stream()
                .map(row -> new User((String) row[0], (String) row[1], (String) row[2]))
                .toList();
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }
}
