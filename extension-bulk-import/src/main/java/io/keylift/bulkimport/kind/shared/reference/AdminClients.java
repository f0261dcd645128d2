// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.ReadContext;
import org.keycloak.models.Constants;
import org.keycloak.services.managers.RealmManager;

/**
 * The clients whose roles administer realms. Keycloak creates them with the realm. No import may change them or their
 * roles, so exports leave them out.
 */
public final class AdminClients {

    /** In realm {@code master}, the client that has the admin roles of another realm is called after that realm. */
    private static final String OF_A_REALM = "-realm";

    private AdminClients() {}

    /** Whether this is an admin client. */
    public static boolean isOne(ReadContext context, KnownClient client) {
        return Constants.REALM_MANAGEMENT_CLIENT_ID.equals(client.clientId())
                || RealmManager.isAdministrationRealm(context.realm())
                        && client.clientId().endsWith(OF_A_REALM);
    }

    /**
     * Leaves out the objects of admin clients.
     *
     * @param client entity of the client of an object, in JPQL
     */
    public static void leaveOut(ReadContext context, KeyOrder objects, String client) {
        objects.where(client + ".clientId <> '" + Constants.REALM_MANAGEMENT_CLIENT_ID + "'");
        if (RealmManager.isAdministrationRealm(context.realm())) {
            objects.where(client + ".clientId not like '%" + OF_A_REALM + "'");
        }
    }
}
