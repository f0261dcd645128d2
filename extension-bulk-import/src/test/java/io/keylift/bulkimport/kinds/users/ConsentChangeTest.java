// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.models.jpa.entities.UserConsentClientScopeEntity;
import org.keycloak.models.jpa.entities.UserConsentEntity;
import org.keycloak.models.jpa.entities.UserEntity;

/** What records do to the consents of a user: one for the shop, created at 3 and changed at 3, and one for account. */
class ConsentChangeTest {

    private static final long NOW = 9;

    private final List<StoredConsent> stored =
            List.of(stored("shop", 3L, "email", "special"), stored("account", 3L, "email"), stored(null, 3L, "email"));

    private static StoredConsent stored(String client, Long moment, String... scopes) {
        UserConsentEntity entity = new UserConsentEntity();
        entity.setId("consent for " + client);
        entity.setClientId(client);
        entity.setCreatedDate(moment);
        entity.setLastUpdatedDate(moment);
        return new StoredConsent(entity, scopes(scopes));
    }

    private static Set<GrantedScope> scopes(String... names) {
        Set<GrantedScope> scopes = new LinkedHashSet<>();
        for (String name : names) {
            scopes.add(new GrantedScope(name, null));
        }
        return scopes;
    }

    /** Such as {@code shop=email+profile@5/7}: a client, scopes, and the moments of creation and of the last change. */
    private static ConsentDraft draft(String text) {
        String[] consent = text.split("=|@|/", -1);
        return new ConsentDraft(
                consent[0],
                consent[1].isEmpty() ? Set.of() : scopes(consent[1].split("\\+")),
                moment(consent, 2),
                moment(consent, 3));
    }

    private static Long moment(String[] consent, int place) {
        return consent.length <= place || consent[place].isEmpty() ? null : Long.valueOf(consent[place]);
    }

    /** The moments are those of the consent for the shop. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", quoteCharacter = '"', textBlock = """
            merge     | shop=special                     | false | account=[email] shop=[email, special]                       | 3/3
            merge     | shop=special@5/7                 | false | account=[email] shop=[email, special]                       | 3/3
            merge     | shop=profile@5                   | true  | account=[email] shop=[email, profile, special]              | 3/9
            merge     | shop=profile@5/7                 | true  | account=[email] shop=[email, profile, special]              | 3/7
            merge     | stock=email                      | true  | account=[email] shop=[email, special] stock=[email]         | 3/3
            merge     | -                                | false | account=[email] shop=[email, special]                       | 3/3
            overwrite | shop=profile+email               | true  | shop=[email, profile]                                       | 3/9
            overwrite | account=email,shop=special+email@3 | false | account=[email] shop=[email, special]                     | 3/3
            overwrite | account=email,shop=special+email@/7 | true | account=[email] shop=[email, special]                     | 3/7
            overwrite | account=email,shop=special+email@5 | true | account=[email] shop=[email, special]                      | 5/3
            overwrite | account=email,shop=email@5/7     | true  | account=[email] shop=[email]                                | 5/7
            overwrite | shop=shop                        | true  | shop=[shop]                                                 | 3/9
            overwrite | shop=                            | true  | shop=[]                                                     | 3/9
            overwrite | -                                | true  | -                                                           | -
            """)
    void overwritingReplacesTheConsentsAndMergingAddsToThem(
            String ifExists, String given, boolean changes, String wanted, String moments) {
        List<ConsentDraft> drafts = new ArrayList<>();
        if (given != null) {
            for (String consent : given.split(",")) {
                drafts.add(draft(consent));
            }
        }
        ConsentChange change = new ConsentChange();
        change.plan(stored, drafts, ifExists.equals("overwrite"));
        assertThat(change.isChange()).isEqualTo(changes);

        UserRows rows = new UserRows();
        change.apply(new UserEntity(), rows, NOW);

        assertThat(after(rows).entrySet().stream().map(Object::toString).collect(Collectors.joining(" ")))
                .isEqualTo(wanted == null ? "" : wanted);
        UserConsentEntity shop = stored.get(0).entity();
        if (moments == null) {
            assertThat(rows.removed).contains(shop);
        } else {
            assertThat(shop.getCreatedDate() + "/" + shop.getLastUpdatedDate()).isEqualTo(moments);
        }
    }

    /** A consent for a client of a client storage stays. */
    private Map<String, Set<String>> after(UserRows rows) {
        assertThat(rows.removed).doesNotContain(stored.get(2).entity());
        Map<String, Set<String>> after = new TreeMap<>();
        Map<UserConsentEntity, Set<String>> scopes = new HashMap<>();
        for (StoredConsent consent : stored.subList(0, 2)) {
            scopes.put(consent.entity(), new TreeSet<>());
            consent.scopes().forEach(scope -> scopes.get(consent.entity()).add(scope.id()));
        }
        rows.consents.forEach(consent -> scopes.put(consent, new TreeSet<>()));
        for (Object row : rows.removedConsentScopes) {
            UserConsentClientScopeEntity removed = (UserConsentClientScopeEntity) row;
            assertThat(scopes.get(removed.getUserConsent()).remove(removed.getScopeId()))
                    .isTrue();
        }
        for (UserConsentClientScopeEntity added : rows.consentScopes) {
            assertThat(scopes.get(added.getUserConsent()).add(added.getScopeId()))
                    .isTrue();
        }
        rows.removed.forEach(consent ->
                assertThat(scopes.remove((UserConsentEntity) consent)).isEmpty());
        scopes.forEach((consent, names) -> after.put(consent.getClientId(), names));
        return after;
    }
}
