// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.storages.UserStorages;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.OutsideWork;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.bulkimport.kinds.users.StorageUserCreation.Result;
import io.keylift.bulkimport.kinds.users.profile.ProfileFaults;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;
import org.keycloak.models.UserModel;
import org.keycloak.policy.PasswordPolicyNotMetException;
import org.keycloak.services.messages.Messages;
import org.keycloak.userprofile.ValidationException;

/** Creates users as the Admin API does, each in its own session. */
final class NewStorageUsers {

    private static final Logger LOG = Logger.getLogger(NewStorageUsers.class);

    /** Number of failures, while the storages respond, after which the record is rejected. */
    private static final int TRIES = 2;

    private static final String BREAKS_POLICY =
            "The password violates the password policy of the realm or of its user storage";
    private static final String REFUSED = "The user storage rejected the user; the server's log has the cause";

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
        Set<String> begun = new HashSet<>();
        sessions.inTransaction(context -> begun.addAll(announce(context, open)));
        for (UserWork work : open) {
            Result result = make(work, begun.contains(StorageUserCreation.note(work)));
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

    private Result make(UserWork work, boolean begun) {
        boolean[] complete = new boolean[1];
        for (int tries = 1; ; tries++) {
            try {
                return tryToMake(work, begun || complete[0], complete);
            } catch (ValidationException e) {
                return refused(work, complete[0], fault(work, e));
            } catch (PasswordPolicyNotMetException e) {
                return refused(
                        work, complete[0], new Violation(RejectCode.PASSWORD_POLICY, "/credentials", BREAKS_POLICY));
            } catch (RuntimeException e) {
                if (sessions.isOutage(e)) {
                    throw e;
                }
                sessions.inTransaction(context -> UserStorages.of(context).probe());
                if (tries == TRIES) {
                    LOG.warnf(e, "Line %d: no user storage accepts the user", work.item.line());
                    return refused(work, complete[0], new Violation(RejectCode.STORAGE, "", REFUSED));
                }
            }
        }
    }

    /** @param complete becomes true once the user is complete in the storage, even if the transaction is rolled back */
    private Result tryToMake(UserWork work, boolean present, boolean[] complete) {
        Result[] result = new Result[1];
        sessions.inTransaction(context -> {
            NewStorageUser user = new NewStorageUser(context, work);
            if (user.make(present)) {
                user.fill();
                complete[0] = true;
                result[0] = new Result(user.id(), null);
            } else {
                context.session().getTransactionManager().setRollbackOnly();
                result[0] = new Result(null, null);
            }
        });
        return result[0];
    }

    /** Notes the refusal: a user with this name that is found later was not created by this record. */
    private Result refused(UserWork work, boolean complete, Violation fault) {
        if (complete) {
            giveUp(work);
        }
        String note = StorageUserCreation.refusalNote(work);
        sessions.inTransaction(context -> {
            if (context.notes().made(List.of(note)).isEmpty()) {
                context.notes().add(List.of(note));
            }
        });
        return new Result(null, fault);
    }

    private Violation fault(UserWork work, ValidationException invalid) {
        ValidationException.Error error = invalid.getErrors().get(0);
        if (Messages.USERNAME_EXISTS.equals(error.getMessage())) {
            return new Violation(RejectCode.CONFLICT, "/username", "Another user has just taken this username");
        }
        if (Messages.EMAIL_EXISTS.equals(error.getMessage())) {
            return new Violation(RejectCode.CONFLICT, "/email", "Another user has just taken this email address");
        }
        LOG.debugf(invalid, "Line %d: the user is not valid", work.item.line());
        return new Violation(
                RejectCode.INVALID,
                ProfileFaults.attributePointer(error.getAttribute()),
                "The realm's user profile rejects the value: " + error.getMessage());
    }

    /** Removes the user that a storage has created for a rejected record. */
    private void giveUp(UserWork work) {
        try {
            sessions.inTransaction(context -> {
                UserModel left = context.session().users().getUserByUsername(context.realm(), work.draft.username);
                if (left != null && UserStorages.of(left) != null) {
                    context.session().users().removeUser(context.realm(), left);
                }
            });
        } catch (RuntimeException e) {
            LOG.warnf(e, "Line %d: failed to remove the user again from the user storage", work.item.line());
        }
    }
}
