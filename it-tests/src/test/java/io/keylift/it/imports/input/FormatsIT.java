// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.ImportedRows;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TenantUsers;
import io.keylift.it.imports.support.UserRecords;
import io.keylift.it.tenant.SampleTenant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Equal users in every format, and uploads larger than the default limit of Quarkus. */
@OnSharedServer
class FormatsIT {

    private static final SampleTenant TENANT = new SampleTenant(11, 5, 60);

    private static final String CSV_HEADER = "username,email,emailVerified,firstName,lastName,enabled,"
            + "attributes.employeeNumber[],attributes.jobTitle.0,"
            + "credentials.0.type,credentials.0.secretData,credentials.0.credentialData,"
            + "realmRoles[],organizations.0.alias,organizations.0.membershipType";

    /** Beyond Quarkus' limit of 10 MB. */
    private static final int LARGE = 33_000_000;

    private static final int LARGE_LINES = 66;

    @ParameterizedTest
    @CsvSource({
        "application/x-ndjson, false",
        "application/x-ndjson, true",
        "application/json,     false",
        "application/json,     true",
        "text/csv,             false",
        "text/csv,             true"
    })
    void everyFormatGivesTheSameRows(String type, boolean gzip, SharedServer server) throws IOException {
        String realm = "formats-" + type.substring(type.indexOf('/') + 1) + (gzip ? "-gzip" : "");
        TestRealms.createForTenant(server.admin(), realm);
        ImportClient client = new ImportClient(server.admin(), realm);
        client.post("organizations", ImportClient.NDJSON, TENANT::writeOrganizations);
        Map<String, String> headers = new LinkedHashMap<>(Map.of("Content-Type", type + ";charset=UTF-8"));
        byte[] body = body(type);
        if (gzip) {
            headers.put("Content-Encoding", "gzip");
            body = gzip(body);
        }
        byte[] sent = body;

        ImportAnswer answer = client.post("users?chunkSize=25&results=all", headers, out -> out.write(sent));

        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.rejects()).isEmpty();
        assertThat(answer.count("added")).isEqualTo(60);
        assertThat(answer.ofType("record").stream()
                        .map(line -> line.path("line").asInt()))
                .isEqualTo(IntStream.rangeClosed(1, 60).boxed().toList());
        try (Sql sql = new Sql(server.database())) {
            TenantUsers users = new TenantUsers(sql, realm, TENANT);
            users.assertEachExactlyOnce();
            users.assertChildRows();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anUploadOfMoreThanTenMegabytesNeedsNoSetting(boolean withLength, SharedServer server) throws IOException {
        String prefix = withLength ? "length" : "chunked";
        ImportClient client = ImportClient.inNewRealm(server, "formats-" + prefix);
        Map<String, String> headers = new LinkedHashMap<>(Map.of("Content-Type", ImportClient.NDJSON));
        if (withLength) {
            headers.put("Content-Length", Integer.toString(LARGE));
        }

        ImportAnswer answer = client.post("users?chunkSize=10", headers, out -> large(out, prefix));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.count("added")).isEqualTo(LARGE_LINES);
        try (Sql sql = new Sql(server.database())) {
            assertThat(new ImportedRows(sql, "formats-" + prefix).users(prefix)).hasSize(LARGE_LINES);
        }
    }

    /** Users between a lot of blanks. */
    private static void large(OutputStream out, String prefix) throws IOException {
        for (int i = 1; i <= LARGE_LINES; i++) {
            byte[] line = new byte[LARGE / LARGE_LINES];
            Arrays.fill(line, (byte) ' ');
            byte[] user = UserRecords.user(UserRecords.name(prefix, i)).getBytes(StandardCharsets.UTF_8);
            System.arraycopy(user, 0, line, 0, user.length - 1);
            line[line.length - 2] = '}';
            line[line.length - 1] = '\n';
            out.write(line);
        }
    }

    private static byte[] body(String type) throws IOException {
        List<String> records =
                IntStream.range(0, TENANT.persons()).mapToObj(TENANT::person).toList();
        String text = switch (type) {
            case "application/json" -> "[\n  " + String.join(",\n  ", records) + "\n]\n";
            case "text/csv" -> csv(records);
            default -> ImportClient.lines(records);
        };
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String csv(List<String> records) throws IOException {
        StringBuilder csv = new StringBuilder(CSV_HEADER).append("\r\n");
        for (String record : records) {
            JsonNode person = AdminHttp.JSON.readTree(record);
            List<String> cells = new ArrayList<>();
            for (String column : CSV_HEADER.split(",")) {
                cells.add(cell(person, column));
            }
            csv.append(String.join(",", cells)).append("\r\n");
        }
        return csv.toString();
    }

    private static String cell(JsonNode person, String column) {
        JsonNode value = person.at("/" + column.replace("[]", "").replace('.', '/'));
        assertThat(value.isMissingNode()).as(column).isFalse();
        List<String> values = new ArrayList<>();
        if (value.isArray()) {
            value.forEach(one -> values.add(one.asText()));
        } else {
            values.add(value.asText());
        }
        return '"' + String.join("|", values).replace("\"", "\"\"") + '"';
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }
}
