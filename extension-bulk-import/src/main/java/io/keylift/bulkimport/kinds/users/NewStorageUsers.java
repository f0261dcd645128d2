// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.OutsideWork;
import io.keylift.bulkimport.kinds.users.StorageUserCreation.Result;
import java.util.List;
import java.util.Set;

/** Creates users as the Admin API does, each in its own session. */
final class NewStorageUsers {

    private final OutsideWork.Sessions sessions;
    private final StorageUserCreation.Results results;

    NewStorageUsers(OutsideWork.Sessions sessions, StorageUserCreation.Results results) {
        this.sessions = sessions;
        this.results = results;
    }

    void make(List<UserWork> works) {
        List<UserWork> open = works.stream()
                .filter(work -> !results.byLine.containsKey(work.item.line()))
                .toList();
        Set<String> begun = sessions.inTransaction(context -> announce(context, open));
        for (UserWork work : open) {
            Result result =
                    new StorageUserAttempts(sessions, work, begun.contains(StorageUserCreation.note(work))).make();
            if (result.id() != null) {
                forgetPasswords(work);
            }
            results.byLine.put(work.item.line(), result);
        }
    }

    private static void forgetPasswords(UserWork work) {
        for (CredentialDraft credential : work.draft.credentials) {
            if (credential.plain != null) {
                credential.plain = null;
                work.user.getCredentials().get(credential.index).setValue(null);
            }
        }
    }

    /** Notes which users are about to be created. Returns the earlier notes: their users may already exist. */
    private static Set<String> announce(ImportContext context, List<UserWork> works) {
        List<String> notes = works.stream().map(StorageUserCreation::note).toList();
        Set<String> made = context.notes().made(notes);
        context.notes().add(notes.stream().filter(note -> !made.contains(note)).toList());
        return made;
    }
}
