// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.request.Pointers;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.keycloak.models.UserModel;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;
import org.keycloak.representations.idm.MembershipType;

/** Plans which identities at identity providers the records of a chunk add to users and remove from them. */
final class IdentityChanges {

    private final Queries rows;
    private final String realmId;
    private final IdentityOwners owners;

    /** Identity providers of enabled organizations, with the ids of the organizations. */
    private final Map<String, String> ofOrganizations = new HashMap<>();

    IdentityChanges(ImportContext context, Queries rows) {
        this.rows = rows;
        realmId = context.realm().getId();
        owners = new IdentityOwners(rows, realmId);
    }

    /** @param users the users of these records */
    void load(List<UserChangesWork> works, StoredUsers users) {
        Set<String> aliases = new HashSet<>();
        Set<String> userIds = new HashSet<>();
        Set<String> decentralized = new HashSet<>();
        Set<String> ofMembers = new HashSet<>();
        for (UserChangesWork work : works) {
            UserParts added = work.record.added();
            for (FederatedIdentityRepresentation identity : UserParts.given(added.federatedIdentities())) {
                aliases.add(identity.getIdentityProvider());
                userIds.add(identity.getUserId());
                StoredUser user = users.find(work.user.id());
                if (user != null && user.memberships.values().stream().anyMatch(IdentityChanges::isManaged)) {
                    user.identities.forEach(present -> ofMembers.add(present.getIdentityProvider()));
                }
            }
            UserParts.given(work.record.removed().federatedIdentities())
                    .forEach(identity -> aliases.add(identity.getIdentityProvider()));
            decentralized.addAll(decentralized(added));
        }
        decentralized.remove(null);
        owners.load(aliases, userIds, decentralized);
        for (Object[] row : rows.select(
                "select p.alias, p.organizationId from IdentityProviderEntity p join OrganizationEntity o"
                        + " on o.id = p.organizationId"
                        + " where o.enabled = true and p.realmId = :realm and p.alias in (:values)",
                ofMembers,
                Map.of("realm", realmId))) {
            ofOrganizations.put((String) row[0], (String) row[1]);
        }
    }

    private static List<String> decentralized(UserParts parts) {
        return UserParts.given(UserParts.given(parts.attributes()).get(UserModel.DID));
    }

    private static boolean isManaged(StoredUser.Membership membership) {
        return membership.internal() && membership.type() == MembershipType.MANAGED;
    }

    /** Sets the identities that the record adds and removes; returns the violation if it must not, or {@code null}. */
    Violation plan(UserChangesWork work, UserState user) {
        Map<String, FederatedIdentityRepresentation> after = new LinkedHashMap<>(user.identities);
        List<FederatedIdentityRepresentation> removed =
                UserParts.given(work.record.removed().federatedIdentities());
        for (int i = 0; i < removed.size(); i++) {
            FederatedIdentityRepresentation named = removed.get(i);
            if (!owners.isProvider(named.getIdentityProvider())) {
                return unknown("/remove", i);
            }
            FederatedIdentityRepresentation present = after.get(named.getIdentityProvider());
            if (present != null
                    && (named.getUserId() == null || named.getUserId().equals(present.getUserId()))) {
                after.remove(named.getIdentityProvider());
            }
        }
        List<FederatedIdentityRepresentation> added =
                UserParts.given(work.record.added().federatedIdentities());
        for (int i = 0; i < added.size(); i++) {
            Violation fault = add(after, added.get(i), i, user);
            if (fault != null) {
                return fault;
            }
        }
        difference(user.identities, after, work.unlinked);
        difference(after, user.identities, work.linked);
        return takenIdentifier(work, user);
    }

    private Violation add(
            Map<String, FederatedIdentityRepresentation> identities,
            FederatedIdentityRepresentation identity,
            int index,
            UserState user) {
        String pointer = Pointers.to("/add/federatedIdentities", index);
        String owner = owners.find(IdentityOwners.key(identity));
        FederatedIdentityRepresentation present = identities.get(identity.getIdentityProvider());
        if (!owners.isProvider(identity.getIdentityProvider())) {
            return unknown("/add", index);
        }
        if (owner != null && !owner.equals(user.id())) {
            return new Violation(RejectCode.CONFLICT, pointer, "Another user has this identity");
        }
        if (present == null) {
            if (signsInByOrganization(identities, user.stored)) {
                return Violation.invalid(
                        pointer,
                        "The user is a managed member of an organization and can have no identity beside that of the"
                                + " organization's identity provider");
            }
            identities.put(identity.getIdentityProvider(), identity);
        } else if (!present.getUserId().equals(identity.getUserId())) {
            return new Violation(
                    RejectCode.CONFLICT,
                    pointer,
                    "The user has another identity at this identity provider. Take that one away in the same record.");
        }
        return null;
    }

    private static Violation unknown(String place, int index) {
        return new Violation(
                RejectCode.UNKNOWN_IDENTITY_PROVIDER,
                Pointers.to(place + "/federatedIdentities", index) + "/identityProvider",
                "The realm has no identity provider with this alias");
    }

    /** Whether the user is managed by an organization and has an identity at an identity provider of it. */
    private boolean signsInByOrganization(Map<String, FederatedIdentityRepresentation> identities, StoredUser user) {
        return user.memberships.values().stream()
                .filter(IdentityChanges::isManaged)
                .anyMatch(membership -> identities.keySet().stream()
                        .anyMatch(alias -> membership.organizationId().equals(ofOrganizations.get(alias))));
    }

    private static void difference(
            Map<String, FederatedIdentityRepresentation> all,
            Map<String, FederatedIdentityRepresentation> others,
            List<FederatedIdentityRepresentation> rest) {
        for (FederatedIdentityRepresentation identity : all.values()) {
            FederatedIdentityRepresentation other = others.get(identity.getIdentityProvider());
            if (other == null
                    || !identity.getUserId().equals(other.getUserId())
                    || !Objects.equals(identity.getUserName(), other.getUserName())) {
                rest.add(identity);
            }
        }
    }

    private Violation takenIdentifier(UserChangesWork work, UserState user) {
        for (String identifier : decentralized(work.record.added())) {
            String owner = owners.find(IdentityOwners.key(identifier));
            if (owner != null && !owner.equals(user.id())) {
                return new Violation(
                        RejectCode.CONFLICT, "/add/attributes/did", "Another user has this decentralized identifier");
            }
        }
        return null;
    }

    /** Applies the plan to the user, so that later records of the chunk see it. */
    void apply(UserChangesWork work, UserState user) {
        for (FederatedIdentityRepresentation identity : work.unlinked) {
            user.identities.remove(identity.getIdentityProvider());
            owners.release(IdentityOwners.key(identity), user.id());
        }
        for (FederatedIdentityRepresentation identity : work.linked) {
            user.identities.put(identity.getIdentityProvider(), identity);
            owners.give(IdentityOwners.key(identity), user.id());
        }
        decentralized(work.record.removed())
                .forEach(identifier -> owners.release(IdentityOwners.key(identifier), user.id()));
        decentralized(work.record.added())
                .forEach(identifier -> owners.give(IdentityOwners.key(identifier), user.id()));
    }
}
