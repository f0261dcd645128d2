// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.storages;

import io.keylift.bulkimport.kind.shared.storages.UserStorages.StorageFailure;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.OutsideWork;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/** The results of a chunk's look-ups in the user storages. */
public final class StorageAnswers {

    private static final Logger LOG = Logger.getLogger(StorageAnswers.class);

    /** Number of users that one session looks up. */
    private static final int SLICE = 16;

    /** How many times a look-up must fail, while its storage responds to others, before the failure counts. */
    private static final int TRIES = 3;

    private final Map<Question, Optional<StorageUser>> answers = new ConcurrentHashMap<>();

    /** Names of the storages that fail for one look-up and respond to others, by the look-up. */
    private final Map<Question, String> failures = new ConcurrentHashMap<>();

    public static StorageAnswers of(ImportContext context) {
        return context.ofChunk(StorageAnswers.class, StorageAnswers::new);
    }

    /**
     * Ensures that all of these look-ups have results.
     *
     * @param imports whether users that a storage imports by the look-up stay in the realm
     * @throws OutsideWork if storages must be asked first
     */
    public void need(Collection<Question> questions, boolean imports) {
        List<Question> open = questions.stream()
                .distinct()
                .filter(question -> !answers.containsKey(question) && !failures.containsKey(question))
                .toList();
        if (open.isEmpty()) {
            return;
        }
        List<OutsideWork.Task> tasks = new ArrayList<>();
        // A failed import rolls back earlier imports of the same transaction.
        int size = imports ? 1 : SLICE;
        for (int from = 0; from < open.size(); from += size) {
            List<Question> slice = open.subList(from, Math.min(from + size, open.size()));
            tasks.add(sessions -> ask(sessions, slice, imports));
        }
        throw new OutsideWork(tasks);
    }

    /** The user that a storage has, or {@code null}. */
    public StorageUser find(Question question) {
        return answers.getOrDefault(question, Optional.empty()).orElse(null);
    }

    /** Name of the storage that fails for this look-up only, or {@code null}. */
    public String failing(Question question) {
        return failures.get(question);
    }

    private void ask(OutsideWork.Sessions sessions, List<Question> slice, boolean imports) {
        try {
            askTogether(sessions, slice, imports);
        } catch (StorageFailure e) {
            if (slice.size() == 1) {
                askAgain(sessions, slice.get(0), imports, e);
                return;
            }
            for (Question question : slice) {
                ask(sessions, List.of(question), imports);
            }
        }
    }

    private void askTogether(OutsideWork.Sessions sessions, List<Question> slice, boolean imports) {
        answers.putAll(sessions.inTransaction(context -> {
            if (!imports) {
                context.session().getTransactionManager().setRollbackOnly();
            }
            UserStorages storages = UserStorages.of(context);
            Map<Question, Optional<StorageUser>> found = new HashMap<>();
            slice.forEach(question -> found.put(question, Optional.ofNullable(storages.ask(question))));
            return found;
        }));
    }

    /** If the storage responds to other look-ups, the failure is specific to this one. */
    private void askAgain(OutsideWork.Sessions sessions, Question question, boolean imports, StorageFailure failure) {
        StorageFailure last = failure;
        for (int tries = 1; tries < TRIES; tries++) {
            String storageId = last.storageId;
            sessions.runInTransaction(context -> UserStorages.of(context).probe(storageId));
            try {
                askTogether(sessions, List.of(question), imports);
                return;
            } catch (StorageFailure e) {
                last = e;
            }
        }
        LOG.warnf(last, "The user storage %s fails for one user only", last.storage);
        failures.put(question, last.storage);
    }
}
