// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.keycloak.models.UserModel;
import org.keycloak.models.jpa.entities.FederatedIdentityEntity;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;

/** Unique keys of a user, and keys that it excludes for others. */
final class UserKeys {

    private static final String USERNAME = "username";
    private static final String EMAIL = "email";
    private static final String IDENTITY = "federated identity";
    private static final String DID = "decentralized identifier";

    private UserKeys() {}

    static List<UniqueKey> of(UserDraft draft) {
        List<UniqueKey> keys = new ArrayList<>(3);
        UserRecord user = draft.record;
        add(keys, USERNAME, draft.username, user.getUsername() == null ? "/email" : "/username");
        if (draft.uniqueEmail) {
            add(keys, EMAIL, draft.email, "/email");
        }
        if (user.getId() != null) {
            keys.add(new UniqueKey("id", user.getId(), "/id"));
        }
        addIdentities(keys, user.getFederatedIdentities(), "/federatedIdentities");
        addDids(keys, draft.attributes, "/attributes");
        return keys;
    }

    /**
     * If users can sign in with either, an email address must not be the username of another user, and the other way
     * round.
     */
    static List<UniqueKey> excludedKeys(UserDraft draft) {
        if (!draft.signInByEmail) {
            return List.of();
        }
        List<UniqueKey> excluded = new ArrayList<>(2);
        if (isAddressOfAnother(draft)) {
            add(excluded, EMAIL, draft.username, "/username");
        }
        if (draft.email != null && !draft.email.equals(draft.username)) {
            add(excluded, USERNAME, draft.email, "/email");
        }
        return excluded;
    }

    /**
     * A username that looks like an email address may be that of another user. The user's own address is already
     * unique.
     */
    static List<UniqueKey> unconstrainedKeys(UserDraft draft) {
        List<UniqueKey> unconstrained = new ArrayList<>(1);
        addIdentities(unconstrained, draft.record.getFederatedIdentities(), "/federatedIdentities");
        addDids(unconstrained, draft.attributes, "/attributes");
        if (draft.signInByEmail && isAddressOfAnother(draft)) {
            add(unconstrained, USERNAME, draft.username, "/username");
        }
        return unconstrained;
    }

    /** Keys that the change releases for others. */
    static List<UniqueKey> released(UserChange change) {
        List<UniqueKey> released = new ArrayList<>(0);
        String email = change.emailBefore;
        if (email != null && !email.equals(change.target.getEmail())) {
            add(released, EMAIL, email, "/email");
            add(released, USERNAME, email, "/email");
        }
        for (FederatedIdentityEntity identity : change.removedIdentities) {
            released.add(identity(identity.getIdentityProvider(), identity.getUserId(), "/federatedIdentities"));
        }
        for (StoredUser.Attribute attribute : change.stored.attributes) {
            if (attribute.name().equals(UserModel.DID) && change.removedAttributes.contains(attribute.id())) {
                released.add(new UniqueKey(DID, attribute.value(), "/attributes/did"));
            }
        }
        return released;
    }

    static UniqueKey username(String username) {
        return new UniqueKey(USERNAME, username.toLowerCase(Locale.ROOT), "/username");
    }

    private static boolean isAddressOfAnother(UserDraft draft) {
        return draft.username != null && draft.username.indexOf('@') > 0 && !draft.username.equals(draft.email);
    }

    /** Keys of the identities and decentralized identifiers that a record adds to its user or removes. */
    static List<UniqueKey> of(UserParts parts, String place) {
        List<UniqueKey> keys = new ArrayList<>(0);
        if (parts != null) {
            addIdentities(keys, parts.federatedIdentities(), place + "/federatedIdentities");
            addDids(keys, parts.attributes() == null ? Map.of() : parts.attributes(), place + "/attributes");
        }
        return keys;
    }

    private static void addDids(List<UniqueKey> keys, Map<String, List<String>> attributes, String place) {
        for (String did : attributes.getOrDefault(UserModel.DID, List.of())) {
            if (did != null) {
                keys.add(new UniqueKey(DID, did, place + "/did"));
            }
        }
    }

    private static void addIdentities(
            List<UniqueKey> keys, List<FederatedIdentityRepresentation> identities, String place) {
        for (int i = 0; identities != null && i < identities.size(); i++) {
            FederatedIdentityRepresentation identity = identities.get(i);
            if (identity != null && identity.getUserId() != null) {
                keys.add(identity(identity.getIdentityProvider(), identity.getUserId(), place + "/" + i));
            }
        }
    }

    private static UniqueKey identity(String provider, String userId, String pointer) {
        return new UniqueKey(IDENTITY, provider + ":" + userId, pointer);
    }

    private static void add(List<UniqueKey> keys, String type, String name, String pointer) {
        if (name != null) {
            keys.add(new UniqueKey(type, name.toLowerCase(Locale.ROOT), pointer));
        }
    }
}
