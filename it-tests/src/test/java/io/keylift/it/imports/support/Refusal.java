// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.SharedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A record that a realm refuses.
 *
 * @param records kind of the record
 * @param takenByAdminApi whether the Admin API accepts the record without the part that the import rejects
 */
public record Refusal(
        Realm realm, boolean takenByAdminApi, String records, String code, String pointer, ObjectNode record) {

    /** Settings of a realm that make it refuse records. */
    public enum Realm {
        USUAL(Map.of()),
        REQUIRED_ATTRIBUTE(Map.of()) {
            @Override
            public void configure(TwinRealm realm) {
                realm.changeProfile("employeeNumber", Map.of("required", Map.of("roles", List.of("admin"))));
            }
        },
        NO_UNMANAGED_ATTRIBUTES(Map.of()) {
            @Override
            public void configure(TwinRealm realm) {
                realm.forbidUnmanagedAttributes();
            }
        },
        E_MAIL_AS_USERNAME(Map.of("registrationEmailAsUsername", true)),
        DUPLICATE_E_MAILS(Map.of("duplicateEmailsAllowed", true, "loginWithEmailAllowed", false)),
        NO_ORGANIZATIONS(Map.of("organizationsEnabled", false));

        private final Map<String, Object> settings;

        Realm(Map<String, Object> settings) {
            this.settings = settings;
        }

        /** A realm in which the names in question are taken. */
        public TwinRealm create(SharedServer server, String name) {
            TwinRealm realm = TwinRealm.create(server, name, settings);
            Records.of(realm, Records.read("taken.txt")).forEach(record -> {
                String kind = record.has("username") ? "users" : "organizations";
                if (this != NO_ORGANIZATIONS || kind.equals("users")) {
                    assertThat(new AdminApiCalls(realm).create(kind, record).statusCode())
                            .as("%s", record)
                            .isEqualTo(201);
                }
            });
            configure(realm);
            return realm;
        }

        public void configure(TwinRealm realm) {}
    }

    public static List<Refusal> read(String resource) {
        List<Refusal> refusals = new ArrayList<>();
        Realm realm = null;
        for (String line : Records.lines(resource)) {
            if (line.startsWith("= ")) {
                realm = Realm.valueOf(line.substring(2));
            } else {
                String[] parts = line.split(" ", 4);
                boolean taken = parts[0].startsWith("+");
                refusals.add(new Refusal(
                        realm,
                        taken,
                        taken ? parts[0].substring(1) : parts[0],
                        parts[1],
                        parts[2],
                        Records.json(parts[3])));
            }
        }
        return refusals;
    }
}
