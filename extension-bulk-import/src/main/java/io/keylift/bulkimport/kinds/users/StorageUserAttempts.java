// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.storages.UserStorages;
import io.keylift.bulkimport.kind.spi.OutsideWork;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.bulkimport.kinds.users.StorageUserCreation.Result;
import io.keylift.bulkimport.kinds.users.profile.ProfileFaults;
import java.util.List;
import org.jboss.logging.Logger;
import org.keycloak.models.UserModel;
import org.keycloak.policy.PasswordPolicyNotMetException;
import org.keycloak.services.messages.Messages;
import org.keycloak.userprofile.ValidationException;

/** The attempts to create one user in a storage, each in its own session. */
final class StorageUserAttempts {

    private static final Logger LOG = Logger.getLogger(StorageUserAttempts.class);

    /** Number of failures, while the storages respond, after which the record is rejected. */
    private static final int TRIES = 2;

    private static final String BREAKS_POLICY =
            "The password violates the password policy of the realm or of its user storage";
    private static final String REFUSED = "The user storage rejected the user; the server's log has the cause";

    private final OutsideWork.Sessions sessions;
    private final UserWork work;
    private final boolean isBegun;

    /** Whether an attempt has completed the user in the storage, even if its transaction failed afterwards. */
    private boolean isComplete;

    /** @param isBegun whether an earlier run of the task may have created the user */
    StorageUserAttempts(OutsideWork.Sessions sessions, UserWork work, boolean isBegun) {
        this.sessions = sessions;
        this.work = work;
        this.isBegun = isBegun;
    }

    Result make() {
        for (int tries = 1; ; tries++) {
            try {
                return tryToMake();
            } catch (ValidationException e) {
                return refused(fault(e));
            } catch (PasswordPolicyNotMetException e) {
                return refused(new Violation(RejectCode.PASSWORD_POLICY, "/credentials", BREAKS_POLICY));
            } catch (RuntimeException e) {
                if (sessions.isOutage(e)) {
                    throw e;
                }
                sessions.runInTransaction(context -> UserStorages.of(context).probe());
                if (tries == TRIES) {
                    LOG.warnf(e, "Line %d: no user storage accepts the user", work.item.line());
                    return refused(new Violation(RejectCode.STORAGE, "", REFUSED));
                }
            }
        }
    }

    private Result tryToMake() {
        return sessions.inTransaction(context -> {
            NewStorageUser user = new NewStorageUser(context, work);
            if (!user.make(isBegun || isComplete)) {
                context.session().getTransactionManager().setRollbackOnly();
                return new Result(null, null);
            }
            user.fill();
            isComplete = true;
            return new Result(user.id(), null);
        });
    }

    /** Notes the refusal: a user with this name that is found later was not created by this record. */
    private Result refused(Violation fault) {
        if (isComplete) {
            giveUp();
        }
        String note = StorageUserCreation.refusalNote(work);
        sessions.runInTransaction(context -> {
            if (context.notes().made(List.of(note)).isEmpty()) {
                context.notes().add(List.of(note));
            }
        });
        return new Result(null, fault);
    }

    private Violation fault(ValidationException invalid) {
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
    private void giveUp() {
        try {
            sessions.runInTransaction(context -> {
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
