// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import java.util.Set;
import org.keycloak.models.jpa.entities.UserConsentEntity;

/** A stored consent of a user. A consent for a client of a client storage has no client id. */
record StoredConsent(UserConsentEntity entity, Set<GrantedScope> scopes) {}
