// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import org.keycloak.representations.idm.UserConsentRepresentation;

/** Keycloak's representation of a consent, with which no field is dropped silently. */
@JsonIgnoreProperties(ignoreUnknown = false)
public class UserConsent extends UserConsentRepresentation {}
