// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.RejectCode;

/** A credential that Keycloak could not use. The message never quotes it. */
final class UnusableCredentialException extends Exception {

    /** The fields of a credential in Keycloak's own form. */
    static final String CREDENTIAL_DATA = "credentialData";

    static final String SECRET_DATA = "secretData";

    private static final long serialVersionUID = 1L;

    private final String code;
    private final String field;

    /**
     * @param code one of {@link RejectCode}
     * @param field field of the credential
     */
    UnusableCredentialException(String code, String field, String message) {
        super(message);
        this.code = code;
        this.field = field;
    }

    static UnusableCredentialException invalid(String field, String message) {
        return new UnusableCredentialException(RejectCode.INVALID, field, message);
    }

    String code() {
        return code;
    }

    String field() {
        return field;
    }
}
