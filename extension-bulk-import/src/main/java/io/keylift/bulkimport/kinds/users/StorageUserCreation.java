// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.kind.shared.storages.UserStorages;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.OutsideWork;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.keycloak.common.constants.ServiceAccountConstants;

/**
 * Lets the realm's user storages create new users, if they accept them. This is done outside of the chunk's
 * transaction, because a storage keeps its writes when the chunk is rolled back. A note of the job records which lines'
 * users are being created: a user that a later attempt at such a line finds was created by it, and does not conflict
 * with it.
 */
final class StorageUserCreation {

    private static final int SLICE = 8;

    private static final String UNHASHABLE = "The password cannot be hashed as the realm's password policy requires";

    private final ImportContext context;
    private final Queries rows;
    private final TakenUserNames taken;
    private final Results results;
    private final Predicate<UserDraft> mayTake;

    StorageUserCreation(ImportContext context, Queries rows, TakenUserNames taken) {
        this.context = context;
        this.rows = rows;
        this.taken = taken;
        results = context.ofChunk(Results.class, Results::new);
        mayTake = mayTake(context);
    }

    /**
     * Result of the attempt to let a storage create a user.
     *
     * @param id the new user's id; {@code null} if no storage takes the user, or after a fault
     */
    record Result(String id, Violation fault) {}

    /** The results of the chunk's lines. */
    static final class Results {
        final Map<Long, Result> byLine = new ConcurrentHashMap<>();
    }

    /** Whether a user storage may create the user of a record, if it is a new one. */
    static Predicate<UserDraft> mayTake(ImportContext context) {
        UserStorages storages = UserStorages.of(context);
        if (storages.isEmpty() || !storages.takeNewUsers()) {
            return user -> false;
        }
        return user -> user.record.getFederationLink() == null
                && !user.username.startsWith(ServiceAccountConstants.SERVICE_ACCOUNT_USER_PREFIX);
    }

    /** Marks the records whose users a storage has already created. */
    void recall(List<UserWork> works) {
        for (UserWork work : works) {
            Result result = results.byLine.get(work.item.line());
            if (result != null && result.id() != null) {
                work.registered = true;
                work.id = result.id();
            }
        }
    }

    /** The records whose users an earlier attempt of this job has created, or was about to create. */
    Set<UserWork> begun(Collection<UserWork> works) {
        Map<String, UserWork> existing = new HashMap<>();
        if (!context.spec().dryRun()) {
            works.stream()
                    .filter(work -> taken.owner(work.draft.username) != null && mayTake.test(work.draft))
                    .forEach(work -> existing.put(note(work), work));
        }
        Set<UserWork> begun = new HashSet<>();
        if (!existing.isEmpty()) {
            context.notes().made(existing.keySet()).forEach(note -> begun.add(existing.get(note)));
            Map<String, UserWork> refused = new HashMap<>();
            begun.forEach(work -> refused.put(refusalNote(work), work));
            context.notes().made(refused.keySet()).forEach(note -> begun.remove(refused.get(note)));
        }
        Set<String> federated = federated(begun);
        begun.removeIf(work -> {
            String owner = taken.owner(work.draft.username);
            return taken.inStorage(owner) == null && !federated.contains(owner);
        });
        return begun;
    }

    private Set<String> federated(Collection<UserWork> works) {
        List<String> ids =
                works.stream().map(work -> taken.owner(work.draft.username)).toList();
        return new HashSet<>(rows.list(
                "select u.id from UserEntity u where u.federationLink is not null and u.id in (:values)",
                String.class,
                ids,
                Map.of()));
    }

    static String refusalNote(UserWork work) {
        return "no " + note(work);
    }

    static String note(UserWork work) {
        return "user of line " + work.item.line() + ": " + work.draft.username;
    }

    /**
     * Lets storages create the new users of these records, and hashes the passwords of those that no storage accepts.
     *
     * @throws OutsideWork if storages must create users first
     */
    void settle(List<UserWork> works) {
        if (context.spec().dryRun()) {
            return;
        }
        List<UserWork> open = new ArrayList<>();
        List<UserWork> local = new ArrayList<>();
        for (UserWork work : works) {
            if (!work.isOpen()) {
                continue;
            }
            Result result = results.byLine.get(work.item.line());
            if (result != null && result.fault() != null) {
                result.fault().rejects(work.item);
            } else if (result != null || !work.isNew() || !mayTake.test(work.draft)) {
                local.add(work);
            } else if (work.user.getId() != null && context.spec().ids() == IdMode.STRICT) {
                work.item.reject(
                        RejectCode.INVALID,
                        "/id",
                        "A user storage of the realm creates new users, so `id` cannot be set");
            } else {
                open.add(work);
            }
        }
        List<OutsideWork.Task> tasks = new ArrayList<>();
        for (int from = 0; from < open.size(); from += SLICE) {
            List<UserWork> slice = open.subList(from, Math.min(from + SLICE, open.size()));
            tasks.add(sessions -> new NewStorageUsers(sessions, results).make(slice));
        }
        List<UserWork> unhashed = local.stream()
                .filter(work -> work.draft.credentials.stream().anyMatch(CredentialDraft::isUnhashed))
                .toList();
        if (!unhashed.isEmpty()) {
            tasks.add(sessions -> sessions.runInTransaction(own -> hash(own, unhashed)));
        }
        if (!tasks.isEmpty()) {
            throw new OutsideWork(tasks);
        }
    }

    /** Hashes passwords that no storage accepts; until now a storage might have needed them in plain text. */
    private void hash(ImportContext own, List<UserWork> works) {
        new PasswordHashing(own)
                .hashChecked(works.stream().map(work -> work.item).toList());
        for (UserWork work : works) {
            for (CredentialDraft credential : work.draft.credentials) {
                if (credential.isUnhashed()) {
                    Violation fault = new Violation(RejectCode.INVALID, credential.pointer() + "/value", UNHASHABLE);
                    results.byLine.put(work.item.line(), new Result(null, fault));
                }
            }
        }
    }
}
