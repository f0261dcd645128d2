// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.formats.Conversion;
import io.keylift.formats.Converted;
import io.keylift.formats.Input;
import io.keylift.formats.Line;
import io.keylift.formats.Recognition;
import io.keylift.formats.Settings;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.KnownPasswords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Files of other systems go in as they are mapped, and their users sign in with the passwords that they had there. */
@OnSharedServer
class OtherSystemsIT {

    private static final String REALM = "other-systems";

    @Test
    void usersSignInWithTheirPasswordsAndSecondFactors(SharedServer server) throws Exception {
        AdminHttp admin = server.admin();
        TestRealms.create(
                admin,
                Map.of(
                        "realm",
                        REALM,
                        "enabled",
                        true,
                        "organizationsEnabled",
                        true,
                        "loginWithEmailAllowed",
                        false,
                        "duplicateEmailsAllowed",
                        true,
                        "passwordPolicy",
                        "hashAlgorithm(pbkdf2-sha512) and hashIterations(1)"));
        String profile = "/admin/realms/" + REALM + "/users/profile";
        admin.put(profile, ((ObjectNode) admin.get(profile)).put("unmanagedAttributePolicy", "ENABLED"));
        admin.post(
                "/admin/realms/" + REALM + "/identity-provider/instances",
                Map.of(
                        "alias",
                        "google",
                        "providerId",
                        "google",
                        "config",
                        Map.of("clientId", "c", "clientSecret", "s")));
        List<String> lines = new ArrayList<>();
        try (Stream<Path> systems = Files.list(KnownPasswords.SYSTEMS)) {
            for (Path system : systems.filter(Files::isDirectory).sorted().toList()) {
                lines.addAll(lines(system));
            }
        }

        ImportAnswer answer = new ImportClient(admin, REALM).post("", lines);

        assertThat(answer.addsUp().rejects()).isEmpty();
        assertThat(answer.end()).isEqualTo("COMPLETED");
        KnownPasswords known = KnownPasswords.read();
        assertThat(known.systems())
                .hasSizeGreaterThan(10)
                .flatMap(system -> known.refused(system, server.keycloak().baseUrl(), REALM, system + "."))
                .isEmpty();
        // The users' ids are free again.
        admin.delete("/admin/realms/" + REALM);
    }

    /** The lines of one system, under names of their own, and enabled so that their passwords can be tried. */
    private static List<String> lines(Path system) throws IOException {
        List<Input> inputs;
        try (Stream<Path> files = Files.list(system)) {
            inputs = files.filter(file -> !file.getFileName().toString().matches("(target|records)\\.ndjson"))
                    .sorted()
                    .map(Input::of)
                    .toList();
        }
        List<String> lines = new ArrayList<>();
        try (Conversion conversion = Conversion.of(inputs, Recognition.of(inputs, Settings.NONE), Settings.NONE)) {
            while (conversion.hasNext()) {
                Converted item = conversion.next();
                assertThat(item).isInstanceOf(Line.class);
                ObjectNode line = (ObjectNode) AdminHttp.JSON.readTree(((Line) item).withKind());
                ObjectNode record = (ObjectNode) line.get("record");
                // The tables of Firebase have the users of its JSON once more.
                String name = system.getFileName().toString();
                String prefix = name.equals("firebase-csv") ? "table." : name + ".";
                prefix(record, "username", prefix);
                record.path("federatedIdentities").forEach(one -> prefix((ObjectNode) one, "userId", prefix));
                if (record.has("enabled")) {
                    record.put("enabled", true);
                }
                lines.add(new String(AdminHttp.JSON.writeValueAsBytes(line), StandardCharsets.UTF_8));
            }
        }
        return lines;
    }

    private static void prefix(ObjectNode object, String field, String prefix) {
        if (object.has(field)) {
            object.put(field, prefix + object.path(field).asText());
        }
    }
}
