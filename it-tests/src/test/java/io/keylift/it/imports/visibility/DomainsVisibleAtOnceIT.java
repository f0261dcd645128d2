// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Law 10 for domains: the login page redirects users to the identity provider of the organization that currently has
 * the domain of their email address.
 */
@OnSharedServer
class DomainsVisibleAtOnceIT {

    private static final String REALM = "visible-domains";

    private static AdminHttp admin;
    private static Callers realm;
    private static LoginPage page;

    @BeforeAll
    static void realm(SharedServer server) {
        TwinRealm.create(server, REALM, Map.of());
        admin = server.admin();
        realm = new Callers(server, REALM);
        page = new LoginPage(server.keycloak().baseUrl(), REALM);
    }

    @Test
    void law10_aDomainLeadsToTheIdentityProviderOfItsPresentOrganization() throws Exception {
        post("organizations", "{'name':'Old','domains':['shared.example']}");
        post("organizations", "{'name':'New','domains':['new.example']}");
        link("Old", "corporate");
        link("New", "social");
        assertThat(page.leadsTo("jo@shared.example")).isEqualTo("corporate");
        assertThat(page.leadsTo("jo@new.example")).isEqualTo("social");
        assertThat(page.leadsTo("jo@old.example")).isEmpty();

        post("organizations?ifExists=overwrite", "{'name':'Old','domains':['old.example']}");

        assertThat(page.leadsTo("jo@shared.example")).isEmpty();
        assertThat(page.leadsTo("jo@old.example")).isEqualTo("corporate");

        post("organizations?ifExists=merge", "{'name':'New','domains':['shared.example']}");

        assertThat(page.leadsTo("jo@shared.example")).isEqualTo("social");
        assertThat(page.leadsTo("jo@new.example")).isEqualTo("social");
    }

    private static void post(String kind, String record) throws IOException {
        ImportAnswer answer =
                realm.importing(admin).post(kind, Records.json(record).toString());
        assertThat(answer.count("added") + answer.count("updated")).isEqualTo(1);
    }

    /** Makes an identity provider that of an organization, for all of its domains. */
    private static void link(String organization, String alias) {
        admin.post(
                realm.path("organizations/" + realm.organizationId(organization) + "/identity-providers"),
                "\"" + alias + "\"");
        String path = realm.path("identity-provider/instances/" + alias);
        ObjectNode provider = (ObjectNode) admin.get(path);
        provider.withObject("/config")
                .put("kc.org.domain", "ANY")
                .put("kc.org.broker.redirect.mode.email-matches", "true");
        admin.put(path, provider);
    }
}
