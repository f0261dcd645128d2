// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.SampleTenant;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.IntFunction;

/**
 * Files with the persons of a tenant: as records of Keylift, and as records of another system with ten fields.
 *
 * @param persons name of the file with records of Keylift
 * @param others name of the other one
 */
record SentFiles(Path folder, String persons, String others) {

    static final String HEADERS = "headers";
    static final String MAPPING = "mapping.jq";

    private static final String PROGRAM = """
            module {"title": "Old system", "kinds": ["users"]};
            {
              username: .login,
              email: "\\(.login)@\\(.organization.alias).example",
              emailVerified: .verified,
              firstName: .given,
              lastName: .family,
              enabled: .active,
              attributes: {employeeNumber: [.number], jobTitle: [.title]},
              credentials: [{type: "password", secretData: .hash.secretData, credentialData: .hash.credentialData}],
              realmRoles: .roles,
              organizations: [.organization]
            }
            """;

    /** Files with each person once. */
    static SentFiles of(Path folder, SampleTenant tenant) throws IOException {
        Files.writeString(folder.resolve(MAPPING), PROGRAM);
        SentFiles files = new SentFiles(folder, "persons.ndjson", "others.ndjson");
        write(folder.resolve(files.persons), tenant.persons(), tenant::person);
        write(folder.resolve(files.others), tenant.persons(), index -> other(tenant.person(index)));
        return files;
    }

    /** Files of this size, with all persons again and again. */
    SentFiles repeated(int megabytes) throws IOException {
        SentFiles files = new SentFiles(folder, "large-" + persons, "large-" + others);
        repeat(persons, files.persons, megabytes);
        repeat(others, files.others, megabytes);
        return files;
    }

    private void repeat(String from, String to, int megabytes) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(folder.resolve(to)))) {
            for (long written = 0; written < megabytes * 1_000_000L; ) {
                written += Files.copy(folder.resolve(from), out);
            }
        }
    }

    /** The header lines of curl, whose token no other user of the machine may see. */
    void writeHeaders(String token) throws IOException {
        Path file = folder.resolve(HEADERS);
        Files.writeString(file, "Content-Type: application/x-ndjson\nAuthorization: Bearer " + token + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    void delete() throws IOException {
        Files.deleteIfExists(folder.resolve(persons));
        Files.deleteIfExists(folder.resolve(others));
        Files.deleteIfExists(folder.resolve(HEADERS));
    }

    private static void write(Path file, int records, IntFunction<String> record) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < records; i++) {
                out.write(record.apply(i).getBytes(StandardCharsets.UTF_8));
                out.write('\n');
            }
        }
    }

    private static String other(String person) {
        JsonNode record = AdminHttp.parse(person);
        ObjectNode other = AdminHttp.JSON.createObjectNode();
        other.set("login", record.get("username"));
        other.set("verified", record.get("emailVerified"));
        other.set("given", record.get("firstName"));
        other.set("family", record.get("lastName"));
        other.set("active", record.get("enabled"));
        other.set("number", record.at("/attributes/employeeNumber/0"));
        other.set("title", record.at("/attributes/jobTitle/0"));
        other.set("roles", record.get("realmRoles"));
        other.set("organization", record.at("/organizations/0"));
        other.set("hash", ((ObjectNode) record.at("/credentials/0")).without("type"));
        return other.toString();
    }
}
