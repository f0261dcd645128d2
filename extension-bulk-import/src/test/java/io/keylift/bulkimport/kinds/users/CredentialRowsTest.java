// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.keycloak.models.jpa.entities.CredentialEntity;
import org.keycloak.models.jpa.entities.UserEntity;

class CredentialRowsTest {

    private static final long NOW = 1_000_000_000_000L;

    private final UserEntity user = new UserEntity();
    private final List<CredentialEntity> stored = new ArrayList<>();
    private final UserRows rows = new UserRows();

    @Test
    void prioritiesGrowInStepsOfTen() {
        apply(-1, draft("otp", "Phone", 5L), draft("password", null, null));

        assertThat(stored).extracting(CredentialEntity::getType).containsExactly("otp", "password");
        assertThat(stored).extracting(CredentialEntity::getPriority).containsExactly(10, 20);
        assertThat(stored).extracting(CredentialEntity::getCreatedDate).containsExactly(5L, NOW);
        assertThat(stored).extracting(CredentialEntity::getUserLabel).containsExactly("Phone", null);
    }

    @Test
    void aPasswordReplacesTheOneThereIs() {
        apply(-1, draft("password", null, 1L));
        String id = stored.get(0).getId();
        apply(-1, draft("password", "new", 2L));

        assertThat(stored).hasSize(1);
        assertThat(stored.get(0).getId()).isEqualTo(id);
        assertThat(stored.get(0).getUserLabel()).isEqualTo("new");
        assertThat(stored.get(0).getCreatedDate()).isEqualTo(2L);
    }

    @Test
    void andIsRememberedAsLongAsThePolicyDemands() {
        for (long date = 1; date <= 5; date++) {
            apply(3, draft("password", null, date));
        }

        assertThat(stored)
                .extracting(CredentialEntity::getType)
                .containsExactly("password", "password-history", "password-history");
        assertThat(stored).extracting(CredentialEntity::getCreatedDate).containsExactly(5L, 3L, 4L);
        assertThat(stored).extracting(CredentialEntity::getPriority).containsExactly(10, 20, 30);
    }

    @Test
    void recoveryCodesReplaceTheOldOnes() {
        apply(-1, draft("recovery-authn-codes", null, 1L), draft("otp", null, 1L));
        apply(-1, draft("recovery-authn-codes", null, 2L));

        assertThat(stored).extracting(CredentialEntity::getType).containsExactly("otp", "recovery-authn-codes");
        assertThat(stored).extracting(CredentialEntity::getPriority).containsExactly(10, 20);
    }

    private void apply(int historySize, CredentialDraft... drafts) {
        new CredentialRows(historySize, -1).apply(user, stored, List.of(drafts), rows, NOW);
    }

    private static CredentialDraft draft(String type, String label, Long createdDate) {
        CredentialDraft draft = new CredentialDraft(0, type, null, label, createdDate);
        draft.secretData = "{}";
        draft.credentialData = "{}";
        return draft;
    }
}
