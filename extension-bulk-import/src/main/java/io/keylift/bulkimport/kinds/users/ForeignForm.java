// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import org.keycloak.credential.CredentialModel;

/** A form in which records have credentials of other systems. */
interface ForeignForm {

    /** The field of a credential of this form, for pointers; {@code null} if the credential does not have this form. */
    String field(UserCredential given);

    /**
     * Sets the type and the data with which Keycloak stores such a credential.
     *
     * @param user the record with the credential
     */
    void convert(UserCredential given, UserRecord user, CredentialModel model) throws UnusableCredentialException;
}
