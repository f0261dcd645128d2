// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.demo;

import io.keylift.it.server.KeycloakServer;
import io.keylift.it.tenant.SampleTenant;
import java.net.URI;

/** The commands and addresses that the demo shows while it runs. */
final class NextSteps {

    private NextSteps() {}

    /**
     * @param themed whether the server has Keylift's pages
     * @param more lines of further addresses, or nothing
     */
    static String text(URI server, SampleTenant tenant, boolean themed, String more) {
        return """

                Keycloak is up.

                  Console    %1$s/admin/master/console/#/%2$s   user %3$s, password %3$s%8$s
                  Account    %1$s/realms/%2$s/account   user %4$s, password %5$s
                %7$s
                1. Get a token (it lives for one minute):

                TOKEN=$(curl -sS --fail-with-body %1$s/realms/master/protocol/openid-connect/token \\
                  -d grant_type=password -d client_id=admin-cli -d username=%3$s -d password=%3$s \\
                  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

                2. List the import jobs:

                curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" %1$s/admin/realms/%2$s/bulk-import/jobs

                3. Import two people:

                curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/x-ndjson' \\
                  --data-binary @- '%1$s/admin/realms/%2$s/bulk-import/users?ifExists=merge' <<'END'
                {"username":"ada","email":"ada@%6$s.example",\
                "firstName":"Ada","lastName":"Byron","enabled":true,"organizations":[{"alias":"%6$s"}]}
                {"username":"grace","email":"grace@%6$s.example",\
                "firstName":"Grace","lastName":"Murray","enabled":true,"realmRoles":["developer"]}
                END

                Ctrl-C stops everything. The next run goes on with this data; ./mvnw clean forgets it.
                """.formatted(
                        server,
                        Demo.REALM,
                        KeycloakServer.ADMIN,
                        tenant.username(0),
                        SampleTenant.PASSWORD,
                        tenant.alias(0),
                        more,
                        themed ? "; Keylift's pages are last in its navigation" : "");
    }
}
