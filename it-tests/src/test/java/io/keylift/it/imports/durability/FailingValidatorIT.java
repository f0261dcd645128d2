// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.durability;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An exception in a validator of the user profile rejects that record, and the import continues with the others. */
@OnSharedServer
class FailingValidatorIT {

    /** Java's regular expressions go one call deeper for each character that this one takes. */
    private static final String GREEDY = "^(a|b)*$";

    @Test
    void aRecordOnWhichAValidatorFailsIsRejected(SharedServer server) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, "failing-validator");
        String path = "/admin/realms/" + client.realm() + "/users/profile";
        ObjectNode profile = (ObjectNode) client.admin().get(path);
        ObjectNode attribute =
                ((ArrayNode) profile.get("attributes")).addObject().put("name", "code");
        attribute.putObject("permissions").putArray("edit").add("admin");
        attribute.putObject("validations").putObject("pattern").put("pattern", GREEDY);
        client.admin().put(path, profile);
        List<String> records = List.of(
                user("before", "ab"), user("guilty", "a".repeat(200_000)), user("after", "ba"), user("wrong", "c"));

        ImportAnswer answer = client.post("users?results=all", records);

        assertThat(client.admin()
                        .send("POST", "/admin/realms/" + client.realm() + "/users", AdminHttp.parse(records.get(1)))
                        .statusCode())
                .as("what the Admin API says to it")
                .isGreaterThanOrEqualTo(400);
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.outcomes().values()).containsExactly("added", "failed ", "added", "invalid /attributes/code");
    }

    private static String user(String name, String code) {
        return "{\"username\":\"" + name + "\",\"attributes\":{\"code\":[\"" + code + "\"]}}";
    }
}
