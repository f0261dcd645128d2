// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import static io.keylift.request.Pointers.to;

import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.bulkimport.kinds.clients.draft.DraftClient;
import jakarta.persistence.PersistenceException;
import java.sql.SQLException;
import java.util.List;
import org.jboss.logging.Logger;
import org.keycloak.client.clienttype.ClientTypeException;
import org.keycloak.models.ModelException;
import org.keycloak.models.ModelValidationException;
import org.keycloak.services.clientpolicy.ClientPolicyException;

/** Converts Keycloak's reasons to refuse a client to violations of fields. */
final class ClientFaults {

    private static final Logger LOG = Logger.getLogger(ClientFaults.class);

    private ClientFaults() {}

    static Violation of(ClientPolicyException e) {
        return Violation.invalid("", "A client policy of the realm rejects the client: " + e.getErrorDetail());
    }

    /** The violation for the exception; rethrows an exception that is no fault of the record. */
    static Violation of(RuntimeException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException || cause instanceof PersistenceException) {
                throw e;
            }
        }
        if (e instanceof ClientTypeException) {
            return Violation.invalid("/type", "The client type does not allow this: " + e.getMessage());
        }
        if (e instanceof ModelValidationException) {
            return Violation.invalid("", e.getMessage());
        }
        LOG.debug("Keycloak cannot make a client of a record", e);
        String what = e instanceof ModelException ? e.getMessage() : "Keycloak cannot use a value of the record";
        return Violation.invalid("", what);
    }

    /** A value of the record that Keycloak would drop silently, or {@code null}. */
    static Violation lost(ClientRecord record, DraftClient client) {
        if (record.getSecret() != null && !record.getSecret().equals(client.getSecret())) {
            return Violation.invalid(
                    "/secret", "A public client has no secret. Set `publicClient` to `false`, or remove the secret.");
        }
        Violation fault = lost(client, "/defaultClientScopes", record.getDefaultClientScopes());
        return fault == null ? lost(client, "/optionalClientScopes", record.getOptionalClientScopes()) : fault;
    }

    /** A value that Keycloak derives from valid fields of a new client and that is too long, or {@code null}. */
    static Violation derived(DraftClient client) {
        boolean fits = client.getRedirectUris().stream()
                .allMatch(uri -> uri.codePointCount(0, uri.length()) <= TextRules.NAME);
        return fits
                ? null
                : new Violation(
                        RejectCode.TOO_LONG,
                        "/rootUrl",
                        "The redirect URI that Keycloak derives from the root URL is longer than " + TextRules.NAME
                                + " characters");
    }

    private static Violation lost(DraftClient client, String pointer, List<String> scopes) {
        for (int i = 0; scopes != null && i < scopes.size(); i++) {
            String name = scopes.get(i);
            if (client.scopes().values().stream()
                    .noneMatch(of -> of.scope().getName().equals(name))) {
                return Violation.invalid(to(pointer, i), "The client scope is for clients of another protocol");
            }
        }
        return null;
    }
}
