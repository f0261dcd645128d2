// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Law 15 for imports that leave something out of their records. */
@OnTunedServer
class UndoneDropIT {

    private static final String DROP = "&undo=true&drop=unwritable-attributes,unknown-references,unknown-fields";

    @Test
    void law15_whatWasWrittenOfARecordWithoutItsDroppedPartsIsGivenBack(TunedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server.admin(), "undone-drop", Map.of());
        realm.forbidUnmanagedAttributes();
        assertThat(post(realm, "users", "{username:'there',lastName:'Old',realmRoles:['reader'],groups:['/guests']}")
                        .rejects())
                .isEmpty();
        RealmRows before = RealmRows.of(server.database(), realm.name());

        ImportAnswer imported = post(
                realm,
                "users?job=drop&ifExists=overwrite" + DROP,
                "{username:'there',lastName:'New',realmRoles:['gone','writer'],groups:['/nowhere'],shoeSize:44}",
                "{username:'fresh',attributes:{pet:['cat']},realmRoles:['reader','gone'],groups:['/guests']}");
        ImportAnswer changed = post(
                realm,
                "user-changes?job=change" + DROP,
                "{username:'there',add:{realmRoles:['visitor','gone'],attributes:{pet:['dog']}}}");

        for (ImportAnswer answer : List.of(imported, changed)) {
            assertThat(answer.rejects()).isEmpty();
            assertThat(answer.summary().get("warnings")).isNotEmpty();
        }
        assertThat(RealmRows.of(server.database(), realm.name()).changedSince(before))
                .contains("user_entity", "user_role_mapping", "user_group_membership");
        for (String job : List.of("change", "drop")) {
            ImportAnswer undone = realm.imports().post("jobs/" + job + "/undo", "");
            assertThat(undone.addsUp().rejects()).as("%s", undone.lines()).isEmpty();
        }
        UndoneRows.assertUnchanged(RealmRows.of(server.database(), realm.name()), before);
    }

    private static ImportAnswer post(TwinRealm realm, String path, String... records) throws IOException {
        return realm.imports()
                .post(path, Records.lines(Stream.of(records).map(Records::json).toList()))
                .addsUp();
    }
}
