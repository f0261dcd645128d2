// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Parent groups that an import creates before their own records arrive. */
@OnSharedServer
class GroupsOnTheWayIT {

    @Test
    void aGroupThatIsInUseMeanwhileKeepsItsId(SharedServer server) throws IOException {
        String realm = "groups-on-the-way";
        TestRealms.create(server.admin(), realm);
        ImportClient client = new ImportClient(server.admin(), realm);
        String free = UUID.randomUUID().toString();

        try (LiveImport live = client.open("groups?chunkSize=2&results=all")) {
            live.send("{\"path\":\"/used/below\"}\n{\"path\":\"/free/below\"}\n");
            live.awaitChunks(1);
            String used = server.admin()
                    .get("/admin/realms/" + realm + "/group-by-path/used")
                    .get("id")
                    .asText();
            server.admin().put("/admin/realms/" + realm + "/default-groups/" + used, null);
            live.send("{\"path\":\"/used\",\"id\":\"" + UUID.randomUUID() + "\"}\n{\"path\":\"/free\",\"id\":\"" + free
                    + "\"}\n");

            assertThat(live.finish().addsUp().outcomes().values())
                    .containsExactly("added", "added", "conflict /id", "added");
            assertThat(server.admin().get("/admin/realms/" + realm + "/default-groups"))
                    .singleElement()
                    .satisfies(group -> assertThat(group.get("id").asText()).isEqualTo(used));
        }
        assertThat(server.admin()
                        .get("/admin/realms/" + realm + "/group-by-path/free")
                        .get("id")
                        .asText())
                .isEqualTo(free);
    }
}
