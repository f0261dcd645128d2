// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.jpa.entities.UserConsentEntity;
import org.keycloak.models.jpa.entities.UserEntity;

/**
 * The changes that a record makes to the consents of an existing user. Overwriting replaces the list; merging adds
 * consents and client scopes. Neither changes consents for clients of a client storage, which a record cannot name.
 */
final class ConsentChange {

    private record Changed(
            StoredConsent stored, ConsentDraft wanted, Set<GrantedScope> added, Set<GrantedScope> removed) {

        boolean changesScopes() {
            return !added.isEmpty() || !removed.isEmpty();
        }
    }

    private final List<ConsentDraft> added = new ArrayList<>(0);
    private final List<StoredConsent> removed = new ArrayList<>(0);
    private final List<Changed> changed = new ArrayList<>(0);
    private boolean overwrite;

    void plan(List<StoredConsent> stored, List<ConsentDraft> wanted, boolean overwrites) {
        overwrite = overwrites;
        Map<String, StoredConsent> byClient = new HashMap<>();
        stored.stream()
                .filter(consent -> consent.entity().getClientId() != null)
                .forEach(consent -> byClient.put(consent.entity().getClientId(), consent));
        for (ConsentDraft draft : wanted) {
            StoredConsent before = byClient.remove(draft.client());
            if (before == null) {
                added.add(draft);
            } else {
                plan(before, draft);
            }
        }
        if (overwrite) {
            removed.addAll(byClient.values());
        }
    }

    private void plan(StoredConsent before, ConsentDraft draft) {
        Set<GrantedScope> more = new LinkedHashSet<>(draft.scopes());
        more.removeAll(before.scopes());
        Set<GrantedScope> less = new LinkedHashSet<>(overwrite ? before.scopes() : Set.of());
        less.removeAll(draft.scopes());
        Changed change = new Changed(before, draft, more, less);
        UserConsentEntity entity = before.entity();
        if (change.changesScopes()
                || overwrite
                        && (differs(draft.created(), entity.getCreatedDate())
                                || differs(draft.updated(), entity.getLastUpdatedDate()))) {
            changed.add(change);
        }
    }

    private static boolean differs(Long given, Long stored) {
        return given != null && !given.equals(stored);
    }

    boolean isChange() {
        return !added.isEmpty() || !removed.isEmpty() || !changed.isEmpty();
    }

    /** Changes the rows and collects them to be written. */
    void apply(UserEntity user, UserRows rows, long now) {
        added.forEach(draft -> rows.consent(user, draft, now));
        for (Changed change : changed) {
            UserConsentEntity entity = change.stored().entity();
            change.added().forEach(scope -> rows.consentScope(entity, scope));
            change.removed().forEach(scope -> rows.removeConsentScope(entity, scope));
            rows.change(entity);
            if (overwrite && change.wanted().created() != null) {
                entity.setCreatedDate(change.wanted().created());
            }
            if (change.wanted().updated() != null) {
                entity.setLastUpdatedDate(change.wanted().updated());
            } else if (change.changesScopes()) {
                entity.setLastUpdatedDate(now);
            }
        }
        for (StoredConsent consent : removed) {
            consent.scopes().forEach(scope -> rows.removeConsentScope(consent.entity(), scope));
            rows.removeConsent(consent.entity());
        }
    }
}
