// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.UserModel;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;

/**
 * Checks other references and unique values: identity providers and identities there, ids of credentials, decentralized
 * ids.
 */
final class IdentityLookup {

    private final Queries rows;
    private final IdentityOwners owners;

    /** Owners of credentials by the id of the credential. */
    private final Map<String, String> credentialOwners = new HashMap<>();

    /** Usernames of these owners. */
    private final Map<String, String> usernames = new HashMap<>();

    private final boolean strictIds;

    IdentityLookup(Queries rows, ImportContext context) {
        this.rows = rows;
        owners = new IdentityOwners(rows, context.realm().getId());
        strictIds = context.spec().ids() == IdMode.STRICT;
    }

    void load(List<UserWork> works) {
        Set<String> aliases = new HashSet<>();
        Set<String> userIds = new HashSet<>();
        Set<String> credentialIds = new HashSet<>();
        Set<String> decentralized = new HashSet<>();
        for (UserWork work : works) {
            for (FederatedIdentityRepresentation identity : identities(work)) {
                aliases.add(identity.getIdentityProvider());
                userIds.add(identity.getUserId());
            }
            for (CredentialDraft credential : work.draft.credentials) {
                if (credential.id != null) {
                    credentialIds.add(credential.id);
                }
            }
            decentralized.addAll(work.draft.attributes.getOrDefault(UserModel.DID, List.of()));
        }
        owners.load(aliases, userIds, decentralized);
        for (Object[] row : rows.select(
                "select c.id, u.id, u.username from CredentialEntity c join c.user u where c.id in (:values)",
                credentialIds,
                Map.of())) {
            credentialOwners.put((String) row[0], (String) row[1]);
            usernames.put((String) row[1], (String) row[2]);
        }
    }

    /**
     * Decides which of the given ids the credentials of the record get, before they become rows. If ids are strict,
     * they get them all, or {@link #take} rejects the record.
     */
    void settleIds(UserWork work) {
        if (!strictIds) {
            work.draft.credentials.stream()
                    .filter(credential -> credential.id != null)
                    .forEach(credential -> settleId(work, credential));
        }
    }

    /**
     * Rejects the record if another user has one of its identities or ids. Otherwise its user owns them from now on.
     */
    boolean take(UserWork work) {
        List<String> keys = new ArrayList<>(0);
        List<FederatedIdentityRepresentation> identities = identities(work);
        for (int i = 0; i < identities.size() && work.isOpen(); i++) {
            FederatedIdentityRepresentation identity = identities.get(i);
            String pointer = "/federatedIdentities/" + i;
            if (!owners.isProvider(identity.getIdentityProvider())) {
                work.item.reject(
                        RejectCode.UNKNOWN_IDENTITY_PROVIDER,
                        pointer + "/identityProvider",
                        "The realm has no identity provider with this alias");
            } else {
                String uniqueKey = IdentityOwners.key(identity);
                check(work, owners.find(uniqueKey), pointer, "Another user has this identity");
                keys.add(uniqueKey);
            }
        }
        for (CredentialDraft credential : work.draft.credentials) {
            if (credential.id != null && strictIds) {
                check(
                        work,
                        credentialOwners.get(credential.id),
                        credential.pointer() + "/id",
                        "Another user has a credential of this id");
            }
        }
        for (String did : work.draft.attributes.getOrDefault(UserModel.DID, List.of())) {
            check(
                    work,
                    owners.find(IdentityOwners.key(did)),
                    "/attributes/did",
                    "Another user has this decentralized identifier");
            keys.add(IdentityOwners.key(did));
        }
        if (work.isOpen()) {
            keys.forEach(uniqueKey -> owners.give(uniqueKey, work.id));
        }
        return work.isOpen();
    }

    private void settleId(UserWork work, CredentialDraft credential) {
        String owner = credentialOwners.get(credential.id);
        boolean free = owner == null || owner.equals(work.id);
        if (free) {
            credentialOwners.put(credential.id, work.id);
        } else if (usernames.containsKey(owner)) {
            work.item.orderAfter(
                    UserKeys.username(usernames.get(owner))); // an earlier record may replace the credential
        }
        credential.rowId = free ? credential.id : null;
        work.user.getCredentials().get(credential.index).setId(credential.rowId);
    }

    private static void check(UserWork work, String owner, String pointer, String message) {
        if (owner != null && !owner.equals(work.id)) {
            work.item.reject(RejectCode.CONFLICT, pointer, message);
        }
    }

    private static List<FederatedIdentityRepresentation> identities(UserWork work) {
        List<FederatedIdentityRepresentation> identities = work.user.getFederatedIdentities();
        return identities == null ? List.of() : identities;
    }
}
