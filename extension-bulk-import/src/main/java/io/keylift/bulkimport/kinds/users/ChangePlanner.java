// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.Violation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.keycloak.common.util.CollectionUtil;
import org.keycloak.models.UserModel;
import org.keycloak.models.jpa.entities.FederatedIdentityEntity;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;

/**
 * Plans the changes that a record makes to an existing user. Overwriting works like {@code PUT}, and also replaces each
 * list that the record gives. Merging keeps all values that the record omits, and adds to lists. Neither removes
 * credentials.
 */
final class ChangePlanner {

    private final ImportContext context;
    private final ProfileRules profile;
    private final boolean overwrite;
    private final boolean exact;
    private final Set<String> installedActions;
    private final MembershipPlanner memberships;
    private final Lockouts lockouts;
    private final PasswordRules passwords;

    ChangePlanner(ImportContext context, ProfileRules profile, Lockouts lockouts) {
        this.context = context;
        this.profile = profile;
        this.lockouts = lockouts;
        passwords = new PasswordRules(context);
        overwrite = context.spec().ifExists() == IfExists.OVERWRITE;
        exact = context.spec().givesBack();
        installedActions = FieldRules.requiredActions(context.session());
        memberships = new MembershipPlanner(context, overwrite);
    }

    /** The change, or {@code null} after a reject. */
    UserChange plan(UserWork work, StoredUser stored) {
        RecordUser target = stored.model(context.session(), context.realm());
        boolean judged = isJudged(work.draft, target, stored);
        boolean same = judged && saysTheSame(work.draft, target);
        Violation fault = same || judged && applyWhole(work, target) ? null : profile(work.user, target, stored);
        if (fault != null) {
            fault.rejects(work.item);
            return null;
        }
        if (work.user.isEnabled() != null) {
            target.setEnabled(work.user.isEnabled());
        }
        if (work.user.isEmailVerified() != null) {
            target.setEmailVerified(work.user.isEmailVerified());
        }
        if (work.user.getFederationLink() != null) {
            target.setFederationLink(work.user.getFederationLink());
        }
        boolean allCredentials = exact && work.user.getCredentials() != null;
        List<CredentialDraft> credentials = allCredentials
                ? work.draft.credentials
                : CredentialMatches.missing(stored.credentials, work.draft.credentials);
        UserChange change = new UserChange(stored, target, work.user, credentials, allCredentials);
        if (!same) {
            change.planAttributes();
        }
        lockouts.plan(change);
        planRequiredActions(work, change);
        planIdentities(work, change);
        if (work.consents != null) {
            change.consents.plan(stored.consents, work.consents, overwrite);
        }
        memberships.plan(work, change);
        if (!allCredentials) {
            checkLabels(work, change);
        }
        checkPasswords(work, change);
        return work.isOpen() ? change.complete() : null;
    }

    /**
     * Whether the profile accepts the user if it has what the record says and nothing else: the profile has accepted
     * the record. An organization, and a validator that others have added, may decide on the user, too.
     */
    private boolean isJudged(UserDraft draft, RecordUser target, StoredUser stored) {
        return !exact
                && draft.fault == null
                && profile.hasOnlyValidatorsOfKeycloak()
                && stored.entity.getServiceAccountClientLink() == null
                && Objects.equals(draft.username, target.getUsername())
                && Objects.equals(draft.email, target.getEmail())
                && !stored.mayOrganizationRefuse(target.getEmail());
    }

    private static boolean saysTheSame(UserDraft draft, RecordUser target) {
        return Objects.equals(draft.firstName, target.getFirstName())
                && Objects.equals(draft.lastName, target.getLastName())
                && draft.attributes.equals(target.customAttributes());
    }

    /**
     * Applies a record that gives every value that the user has, so that the user is as the record says afterwards.
     * Returns whether it does; otherwise the user stays unchanged.
     */
    private static boolean applyWhole(UserWork work, RecordUser target) {
        UserDraft draft = work.draft;
        Map<String, List<String>> given = ProfileRules.raw(work.user);
        Map<String, List<String>> before = target.customAttributes();
        boolean isWhole = draft.attributes.keySet().containsAll(before.keySet())
                && given.keySet().containsAll(draft.attributes.keySet())
                && isGiven(draft.firstName, target.getFirstName(), given.get(UserModel.FIRST_NAME))
                && isGiven(draft.lastName, target.getLastName(), given.get(UserModel.LAST_NAME));
        if (isWhole) {
            target.setIfPresent(UserModel.FIRST_NAME, draft.firstName);
            target.setIfPresent(UserModel.LAST_NAME, draft.lastName);
            draft.attributes.forEach((name, values) -> {
                if (!CollectionUtil.collectionEquals(values, before.getOrDefault(name, List.of()))) {
                    target.setAttribute(name, values);
                }
            });
        }
        return isWhole;
    }

    private static boolean isGiven(String after, String before, List<String> given) {
        return after == null ? before == null : given != null;
    }

    private Violation profile(UserRecord record, RecordUser target, StoredUser stored) {
        boolean replace = overwrite && record.getAttributes() != null;
        Map<String, List<String>> raw = new HashMap<>(ProfileRules.raw(record));
        if (!replace) {
            target.getAttributes().forEach(raw::putIfAbsent);
        }
        // It contains all attributes of the user, so a merge removes only those that the record gives as empty.
        return profile.update(
                exact ? differences(raw, target) : record,
                raw,
                target,
                replace || !overwrite,
                stored.mayOrganizationRefuse(email(raw, target)));
    }

    /** An undo restores even attributes that no user may write. */
    private static UserRecord differences(Map<String, List<String>> raw, RecordUser target) {
        Map<String, List<String>> different = new HashMap<>(raw);
        different
                .entrySet()
                .removeIf(attribute ->
                        target.getAttributeStream(attribute.getKey()).toList().equals(attribute.getValue()));
        UserRecord record = new UserRecord();
        record.setAttributes(different);
        return record;
    }

    private static String email(Map<String, List<String>> raw, RecordUser target) {
        List<String> given = raw.get(UserModel.EMAIL);
        if (given == null) {
            return target.getEmail();
        }
        return given.isEmpty() ? null : given.get(0);
    }

    private void planRequiredActions(UserWork work, UserChange change) {
        Set<String> wanted = new HashSet<>();
        List<String> given = work.user.getRequiredActions();
        if (given != null) {
            wanted.addAll(given);
            if (overwrite) {
                change.stored.requiredActions.stream()
                        .filter(action -> installedActions.contains(action) && !given.contains(action))
                        .forEach(change.removedRequiredActions::add);
            }
        }
        if (work.draft.updatePassword) {
            String update = UserModel.RequiredAction.UPDATE_PASSWORD.name();
            wanted.add(update);
            change.removedRequiredActions.remove(update);
        }
        wanted.removeAll(change.stored.requiredActions);
        change.requiredActions.addAll(wanted);
    }

    private void planIdentities(UserWork work, UserChange change) {
        List<FederatedIdentityRepresentation> given = work.user.getFederatedIdentities();
        if (given == null) {
            return;
        }
        Map<String, FederatedIdentityEntity> stored = new HashMap<>();
        change.stored.identities.forEach(identity -> stored.put(identity.getIdentityProvider(), identity));
        for (FederatedIdentityRepresentation identity : given) {
            FederatedIdentityEntity before = stored.remove(identity.getIdentityProvider());
            if (before == null || !identity.getUserId().equals(before.getUserId())) {
                change.identities.add(identity);
                if (before != null) {
                    change.removedIdentities.add(before);
                }
            } else if (identity.getUserName() != null && !identity.getUserName().equals(before.getUserName())) {
                change.renamedIdentities.put(before, identity.getUserName());
            }
        }
        if (overwrite) {
            change.removedIdentities.addAll(stored.values());
        }
    }

    /** As in Keycloak's {@code PUT}, the policy sees the user after the other changes, with the former credentials. */
    private void checkPasswords(UserWork work, UserChange change) {
        if (change.credentials.stream().noneMatch(credential -> credential.plain != null)) {
            return;
        }
        change.target.setCredentials(change.stored.credentials);
        for (CredentialDraft credential : change.credentials) {
            if (credential.plain != null && work.isOpen()) {
                passwords.accept(work.item, credential, change.target);
            }
        }
    }

    private static void checkLabels(UserWork work, UserChange change) {
        for (CredentialDraft credential : change.credentials) {
            boolean taken = credential.label != null
                    && change.stored.credentials.stream()
                            .anyMatch(stored -> stored.getType().equals(credential.type)
                                    && stored.getUserLabel() != null
                                    && !credential.label.equals(stored.getUserLabel())
                                    && CredentialRules.normalized(stored.getUserLabel())
                                            .equals(CredentialRules.normalized(credential.label)));
            if (taken) {
                work.item.reject(
                        RejectCode.CONFLICT,
                        credential.pointer() + "/userLabel",
                        "The user already has a credential with this label");
            }
        }
    }
}
