// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.storages.Question;
import io.keylift.bulkimport.kind.storages.StorageAnswers;
import io.keylift.bulkimport.kind.storages.StorageUser;
import io.keylift.bulkimport.kind.storages.UserStorages;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Asks the realm's user storages for those usernames and e-mail addresses of a chunk that no user of the realm's
 * tables has.
 */
final class StorageNames {

    private final ImportContext context;
    private final TakenUserNames taken;

    StorageNames(ImportContext context, TakenUserNames taken) {
        this.context = context;
        this.taken = taken;
    }

    /** Says which names are taken; users whom a storage imports on the occasion do not stay. */
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
        // A user who is linked to the storage is to be the one it has.
        if (user != null && !user.storageId().equals(work.user.getFederationLink())) {
            taken.add(question, user);
        }
    }
}
