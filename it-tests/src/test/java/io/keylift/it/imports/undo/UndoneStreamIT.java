// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static io.keylift.it.imports.undo.Undoing.assertUnchanged;
import static io.keylift.it.imports.undo.Undoing.undo;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.exports.ExportAnswer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The undo of a stream of a whole realm. */
@OnTunedServer
class UndoneStreamIT {

    /** Each line refers to what comes behind it in the same kind, and to the kinds before. */
    private static final String STREAM = """
            {"kind":"roles","record":{"name":"upper","composites":{"realm":["middle"]}}}
            {"kind":"roles","record":{"name":"middle","composites":{"realm":["lower"]}}}
            {"kind":"roles","record":{"name":"lower"}}
            {"kind":"groups","record":{"path":"/hall/desk","realmRoles":["upper"]}}
            {"kind":"clients","record":{"clientId":"kiosk","secret":"s3cret","publicClient":false}}
            {"kind":"users","record":{"username":"ann","groups":["/hall/desk"],"realmRoles":["lower"]}}
            {"kind":"users","record":{"username":"ben","credentials":[{"type":"password","value":"Correct-Horse-9"}]}}
            {"kind":"role-mappings","record":{"username":"ben","realmRoles":["middle"]}}
            {"kind":"scope-mappings","record":{"client":"kiosk","realmRoles":["middle"]}}
            """;

    private static final String CHANGES = """
            {"kind":"roles","record":{"name":"upper","composites":{"realm":["later"]}}}
            {"kind":"roles","record":{"name":"middle","composites":{"realm":[]}}}
            {"kind":"roles","record":{"name":"other","composites":{"realm":["later"]}}}
            {"kind":"roles","record":{"name":"one"}}
            {"kind":"roles","record":{"name":"later"}}
            {"kind":"groups","record":{"path":"/hall/desk","realmRoles":["later","lower"]}}
            {"kind":"groups","record":{"path":"/hall/door/bell"}}
            {"kind":"clients","record":{"clientId":"kiosk","secret":"another","name":"Kiosk"}}
            {"kind":"users","record":{"username":"ann","firstName":"Ann","email":"ann@acme.example","groups":["/hall/door/bell"]}}
            {"kind":"users","record":{"username":"cleo","realmRoles":["later"]}}
            {"kind":"user-changes","record":{"username":"ann","add":{"realmRoles":["one"]}}}
            {"kind":"user-changes","record":{"username":"ann","add":{"realmRoles":["other"]},"clear":["email"]}}
            {"kind":"role-mappings","record":{"username":"cleo","realmRoles":["other"]}}
            {"kind":"scope-mappings","record":{"client":"kiosk","realmRoles":["middle","other"]}}
            {"kind":"scope-mappings","record":{"clientScope":"email","realmRoles":["lower"]}}
            """;

    /** Later kinds refer to earlier ones, and lines that wait are written before the lines of the next kind. */
    @Test
    void law15_aStreamOfAWholeRealmIsUndone(TunedServer server) throws IOException {
        TwinRealm source = TwinRealm.create(server.admin(), "undone-source", Map.of());
        TwinRealm realm = TwinRealm.create(server.admin(), "undone-whole", Map.of());
        assertThat(source.imports().post("", STREAM).rejects()).isEmpty();
        String export = new ExportAnswer(source.admin().send("GET", source.path("bulk-export?secrets=true"), null))
                .whole().records().stream()
                        .map(ObjectNode::toString)
                        .collect(Collectors.joining("\n"))
                        .replace(source.name(), realm.name());
        RealmRows before = RealmRows.of(server.database(), realm.name());

        ImportAnswer imported = realm.imports()
                .post("?ifExists=overwrite&ids=ignore&undo=true&job=export&chunkSize=7&results=all", export);
        RealmRows whole = RealmRows.of(server.database(), realm.name());
        ImportAnswer changed = realm.imports().post("?ifExists=overwrite&undo=true&job=stream&chunkSize=2", CHANGES);
        ImportAnswer removed = realm.imports().post("?op=remove&undo=true&job=removal&chunkSize=2", reversed(STREAM));

        assertThat(imported.addsUp().count("added")).as("%s", imported.lines()).isGreaterThanOrEqualTo(8);
        assertThat(changed.addsUp().rejects()).isEmpty();
        assertThat(changed.chunks().stream().filter(chunk -> chunk.get("chunk").asInt() < 0))
                .isNotEmpty();
        assertThat(removed.addsUp().rejects()).isEmpty();
        assertThat(removed.count("removed")).isEqualTo(removed.count("read"));
        ImportAnswer undone = undo(realm, "removal");
        assertThat(undone.addsUp().rejects()).isEmpty();
        // A user without other roles still had the default role.
        assertThat(undone.count("added") + undone.count("updated")).isEqualTo(removed.count("removed"));
        assertThat(undo(realm, "stream").addsUp().rejects()).isEmpty();
        assertUnchanged(server, realm, whole);
        assertThat(undo(realm, "export").addsUp().rejects()).isEmpty();
        assertUnchanged(server, realm, before);
        // Of those kinds that the job has changed, the last one first.
        assertThat(realm.imports().job("undo-export").get("parts").findValuesAsText("kind"))
                .containsExactly("users", "scope-mappings", "groups", "roles", "clients");
    }

    private static String reversed(String lines) {
        List<String> reversed = new ArrayList<>(lines.lines().toList());
        Collections.reverse(reversed);
        return String.join("\n", reversed);
    }
}
