// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.shared.storages.Question;
import io.keylift.bulkimport.kind.shared.storages.StorageAnswers;
import io.keylift.bulkimport.kind.shared.storages.StorageUser;
import io.keylift.bulkimport.kind.shared.storages.UserStorages;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks up in the realm's user storages the usernames and email addresses of a chunk that no user in the realm's tables
 * has.
 */
final class StorageNames {

    private final ImportContext context;
    private final TakenUserNames taken;

    StorageNames(ImportContext context, TakenUserNames taken) {
        this.context = context;
        this.taken = taken;
    }

    /** Notes which names are taken. Users that a storage imports by the look-up are rolled back. */
    void find(List<UserWork> works) {
        if (UserStorages.of(context).isEmpty()) {
            return;
        }
        Map<UserWork, List<Question>> questions = new LinkedHashMap<>();
        works.stream().filter(this::isToWrite).forEach(work -> questions.put(work, taken.open(work.draft)));
        StorageAnswers answers = StorageAnswers.of(context);
        List<Question> all = new ArrayList<>();
        questions.values().forEach(all::addAll);
        answers.need(all, false);
        questions.forEach((work, asked) -> asked.forEach(question -> answer(work, question, answers)));
    }

    private boolean isToWrite(UserWork work) {
        IfExists ifExists = context.spec().ifExists();
        boolean isNew = taken.owner(work.draft.username) == null;
        return isNew || ifExists.changesWhatExists();
    }

    private void answer(UserWork work, Question question, StorageAnswers answers) {
        String failing = answers.failing(question);
        if (failing != null) {
            work.item.reject(
                    RejectCode.FAILED,
                    question.value().equals(work.draft.username) ? "/username" : "/email",
                    "The user storage " + failing + " fails for this user; the server's log has the cause");
        }
        StorageUser user = answers.find(question);
        // A record with a link to the storage describes the storage's own user.
        if (user != null && !user.storageId().equals(work.user.getFederationLink())) {
            taken.add(question, user);
        }
    }
}
