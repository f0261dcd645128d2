// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWork;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.jpa.entities.IdentityProviderEntity;
import org.keycloak.models.jpa.entities.IdentityProviderMapperEntity;

/** An identity provider in one attempt to write its chunk. */
final class IdentityProviderWork extends KeyedWork<IdentityProviderRecord> {

    /** The existing identity provider; {@code null} if it is new. */
    StoredProvider stored;

    /** Id of the organization to which the provider is linked before the write, or {@code null}. */
    String organizationBefore;

    /** Id of the organization to which the provider is linked after the write, or {@code null}. */
    String organization;

    /** The identity provider after the write; {@code null} until it is decided. */
    IdentityProviderModel model;

    final List<IdentityProviderMapperEntity> addedMappers = new ArrayList<>();
    final List<IdentityProviderMapperEntity> changedMappers = new ArrayList<>();
    final List<IdentityProviderMapperEntity> removedMappers = new ArrayList<>();

    /** Whether columns or settings change. Decided before the row is changed. */
    boolean changesProvider;

    IdentityProviderWork(Item<IdentityProviderRecord> item) {
        super(item);
    }

    boolean changesLink() {
        return !Objects.equals(organizationBefore, organization);
    }

    boolean changesConfig() {
        return !stored.config().equals(model.getConfig());
    }

    @Override
    public boolean isChange() {
        return model != null
                && (changesProvider
                        || changesLink()
                        || !addedMappers.isEmpty()
                        || !changedMappers.isEmpty()
                        || !removedMappers.isEmpty());
    }

    void decideChange() {
        changesProvider = isNew() || changesColumns(stored.row()) || changesConfig();
    }

    @SuppressWarnings("deprecation") // the column exists
    private boolean changesColumns(IdentityProviderEntity row) {
        return !Objects.equals(row.getDisplayName(), model.getDisplayName())
                || row.isEnabled() != model.isEnabled()
                || !Objects.equals(row.isTrustEmail(), model.isTrustEmail())
                || !Objects.equals(row.isStoreToken(), model.isStoreToken())
                || !Objects.equals(row.isAddReadTokenRoleOnCreate(), model.isAddReadTokenRoleOnCreate())
                || !Objects.equals(row.isAuthenticateByDefault(), model.isAuthenticateByDefault())
                || !Objects.equals(row.isLinkOnly(), model.isLinkOnly())
                || !Objects.equals(row.isHideOnLogin(), model.isHideOnLogin())
                || !Objects.equals(row.getFirstBrokerLoginFlowId(), model.getFirstBrokerLoginFlowId())
                || !Objects.equals(row.getPostBrokerLoginFlowId(), model.getPostBrokerLoginFlowId());
    }

    /** Writes the columns that a change may write; the settings are rows of their own. */
    @SuppressWarnings("deprecation") // the column exists
    void applyTo(IdentityProviderEntity row) {
        row.setDisplayName(model.getDisplayName());
        row.setEnabled(model.isEnabled());
        row.setTrustEmail(model.isTrustEmail());
        row.setStoreToken(model.isStoreToken());
        row.setAddReadTokenRoleOnCreate(model.isAddReadTokenRoleOnCreate());
        row.setAuthenticateByDefault(model.isAuthenticateByDefault());
        row.setLinkOnly(model.isLinkOnly());
        row.setHideOnLogin(model.isHideOnLogin());
        row.setFirstBrokerLoginFlowId(model.getFirstBrokerLoginFlowId());
        row.setPostBrokerLoginFlowId(model.getPostBrokerLoginFlowId());
        row.setOrganizationId(organization);
    }
}
