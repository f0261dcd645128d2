// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static io.keylift.it.exports.TransferredRecords.afterKeycloak;
import static io.keylift.it.exports.TransferredRecords.portable;
import static io.keylift.it.exports.TransferredRecords.withoutDefaults;
import static io.keylift.it.exports.TransferredRecords.withoutEmptyAttributes;
import static io.keylift.it.exports.TransferredRecords.withoutWhatIsNew;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.SecondTier;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.RowComparison;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.Workspace;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A realm with all examples goes to an empty server twice: by {@code kc.sh export} and Keycloak's own import, and by
 * our export and import. It goes there a third time by Keycloak's own documents and our import. The tests name all that
 * any of them loses or changes.
 */
@SecondTier
@OnTunedServer
class KeycloakTransferIT {

    static final String REALM = "transfer";

    /** Keylift's own tables, of which Keycloak's export knows nothing. */
    private static final Set<String> OWN =
            Set.of("capabilities", "capability-sets", "role-capabilities", "user-capabilities");

    private static final Map<String, List<ObjectNode>> ORIGINAL = new HashMap<>();
    private static final Map<String, List<ObjectNode>> BY_KEYCLOAK = new HashMap<>();
    private static final Map<String, List<ObjectNode>> BY_KEYLIFT = new HashMap<>();
    private static final Map<String, List<ObjectNode>> BY_DOCUMENTS = new HashMap<>();

    private static RealmRows rows;
    private static RealmRows rowsByKeylift;
    private static final List<ImportAnswer> ANSWERS = new ArrayList<>();
    private static ImportAnswer verified;

    /** Ids in the new realms before anything was imported into them. */
    private static final Set<String> BUILT_IN = new HashSet<>();

    static List<String> kinds() {
        return TransferRealm.KINDS;
    }

    @BeforeAll
    static void transfer(TunedServer tuned) throws IOException {
        TwinRealm realm = TransferRealm.create(tuned.admin(), REALM);
        Path directory = Workspace.directory("transfer");
        for (File file : directory.toFile().listFiles()) {
            Files.delete(file.toPath());
        }
        // To a single file, Keycloak writes all users in one transaction, which takes a minute.
        tuned.keycloak().run("export", "--realm=" + REALM, "--dir=" + directory);
        ORIGINAL.putAll(exported(realm));
        rows = RealmRows.of(tuned.database(), REALM);
        Map<String, String> flows = flows(realm);
        try (EmbeddedDatabase database = TestDatabase.start();
                KeycloakServer empty = TunedServer.built(KeycloakServer.on(database))
                        .option("spi-admin-realm-restapi-extension--bulk-import--export-secrets", "true")
                        // --import-realm would set it to a folder of the home, which other servers share.
                        .jvmArgument("-Dkeycloak.migration.dir=" + directory)
                        .start()) {
            TwinRealm other = new TwinRealm(AdminHttp.master(empty.baseUrl()), REALM);
            BY_KEYCLOAK.putAll(exported(other));
            other.admin().delete("/admin/realms/" + REALM);

            begin(other);
            // An administrator has to do this, because the realm has other flows.
            Map<String, String> newFlows = flows(other);
            newFlows.forEach((alias, id) -> {
                replace(ORIGINAL, flows.get(alias), id);
                replace(BY_KEYCLOAK, flows.get(alias), id);
            });
            for (String kind : TransferRealm.KINDS) {
                ImportAnswer answer = other.imports()
                        .post(kind + "?ids=prefer&ifExists=overwrite", Records.lines(ORIGINAL.get(kind)));
                assertThat(answer.addsUp().rejects()).as(kind).isEmpty();
            }
            BY_KEYLIFT.putAll(exported(other));
            rowsByKeylift = RealmRows.of(database, REALM);
            other.admin().delete("/admin/realms/" + REALM);

            begin(other);
            ANSWERS.add(send(other, "?ifExists=overwrite&ids=prefer", directory));
            ANSWERS.add(sendArchive(other, "?ifExists=overwrite&ids=prefer", directory));
            ANSWERS.add(send(other, "?ifExists=skip&ids=prefer", directory));
            BY_DOCUMENTS.putAll(exported(other));
            flows(other).forEach((alias, id) -> replace(BY_DOCUMENTS, id, newFlows.get(alias)));
            giveMore(other);
            verified = send(other, "?op=verify&ids=ignore&results=all", directory);
        }
    }

    /** As a newer Keycloak gives more to what each realm has, of which the documents say what an import adds. */
    private static void giveMore(TwinRealm realm) throws IOException {
        ImportAnswer more = realm.imports().post("?ifExists=merge", """
                {"kind":"clients","record":{"clientId":"account","redirectUris":["/more/*"]}}
                {"kind":"scope-mappings","record":{"client":"account-console","realmRoles":["visitor"]}}
                {"kind":"roles","record":{"name":"default-roles-transfer","composites":{"realm":["writer"]}}}
                """);
        assertThat(more.addsUp().count("added") + more.count("updated"))
                .as("%s", more.lines())
                .isEqualTo(3);
    }

    private static void begin(TwinRealm realm) throws IOException {
        TwinRealm.create(realm.admin(), REALM, Map.of()).demandNothingOfNewUsers();
        exported(realm)
                .values()
                .forEach(records -> records.forEach(record -> BUILT_IN.add(TransferredRecords.id(record))));
    }

    /** As {@code cat *.json} does it: the users come after the rest, or before. */
    private static ImportAnswer send(TwinRealm realm, String parameters, Path directory) throws IOException {
        return realm.imports().post(parameters, "application/json", out -> {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.copy(file, out);
                }
            }
        });
    }

    private static ImportAnswer sendArchive(TwinRealm realm, String parameters, Path directory) throws IOException {
        return realm.imports().post(parameters, "application/zip", out -> {
            try (Stream<Path> files = Files.list(directory);
                    ZipOutputStream zip = new ZipOutputStream(out)) {
                for (Path file : files.toList()) {
                    zip.putNextEntry(new ZipEntry("export/" + file.getFileName()));
                    Files.copy(file, zip);
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void law14_keycloaksOwnExportAndImportMakeTheSameRealm(String kind) {
        List<ObjectNode> expected = ORIGINAL.get(kind).stream()
                .map(record -> afterKeycloak(kind, record.deepCopy()))
                .toList();

        assertThat(BY_KEYCLOAK.get(kind).stream().map(record -> withoutWhatIsNew(kind, record.deepCopy())))
                .containsExactlyInAnyOrderElementsOf(OWN.contains(kind) ? List.of() : expected);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void law14_ourExportAndImportMakeTheSameRealm(String kind) {
        Set<ObjectNode> builtIn = TransferredRecords.ofIds(kind, BY_KEYLIFT, BUILT_IN);

        assertThat(portable(kind, BY_KEYLIFT, builtIn))
                .containsExactlyInAnyOrderElementsOf(portable(kind, ORIGINAL, builtIn));
    }

    @Test
    void keycloaksDocumentsAreImportedWithoutAReject() {
        assertThat(ANSWERS).isNotEmpty().allSatisfy(answer -> {
            assertThat(answer.addsUp().rejects()).isEmpty();
            assertThat(answer.end()).isEqualTo("COMPLETED");
        });
        ImportAnswer last = ANSWERS.get(ANSWERS.size() - 1);
        assertThat(last.count("skipped")).isEqualTo(last.count("read"));
        assertThat(last.summary().get("warnings").findValuesAsText("message"))
                .anyMatch(message -> message.startsWith("`components` was not imported"));
    }

    @Test
    void keycloaksDocumentsAreTheSameAsWhatWasImported() {
        assertThat(verified.addsUp().rejects()).isEmpty();
        assertThat(verified.ofType("record"))
                .filteredOn(record -> !record.get("outcome").asText().equals("same"))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void law14_keycloaksDocumentsMakeTheSameRealm(String kind) {
        Set<ObjectNode> builtIn = TransferredRecords.ofIds(kind, BY_DOCUMENTS, BUILT_IN);

        assertThat(portable(kind, BY_DOCUMENTS, builtIn).stream()
                        .map(record -> withoutWhatIsNew(kind, withoutDefaults(kind, record))))
                .containsExactlyInAnyOrderElementsOf(
                        OWN.contains(kind)
                                ? List.of()
                                : portable(kind, ORIGINAL, builtIn).stream()
                                        .map(record -> withoutDefaults(kind, withoutEmptyAttributes(kind, record)))
                                        .map(record -> withoutWhatIsNew(kind, record))
                                        .toList());
    }

    @Test
    void law14_ourExportAndImportMakeTheSameRows() {
        Set<String> tables = new TreeSet<>(rows.rows().keySet());
        tables.removeAll(Set.of(
                // The secrets of clients that use none, and what withoutWhatIsGiven names.
                "client",
                "client_attributes",
                "user_role_mapping",
                // Keys of the realm.
                "component_config",
                // Versions of manifests, which are in no record.
                "keylift_capability_source"));
        RowComparison.assertAlike(rows, rowsByKeylift, tables);
    }

    private static void replace(Map<String, List<ObjectNode>> records, String text, String replacement) {
        UnaryOperator<ObjectNode> replaced =
                record -> (ObjectNode) AdminHttp.parse(record.toString().replace(text, replacement));
        records.replaceAll((kind, all) -> all.stream().map(replaced).toList());
    }

    private static Map<String, String> flows(TwinRealm realm) {
        Map<String, String> flows = new HashMap<>();
        realm.admin()
                .get(realm.path("authentication/flows"))
                .forEach(flow ->
                        flows.put(flow.get("alias").asText(), flow.get("id").asText()));
        return flows;
    }

    private static Map<String, List<ObjectNode>> exported(TwinRealm realm) {
        Map<String, List<ObjectNode>> records = new LinkedHashMap<>();
        for (String kind : TransferRealm.KINDS) {
            ExportAnswer answer = ExportAnswer.get(realm.admin(), REALM, kind + "?secrets=true");
            records.put(kind, answer.whole().records());
        }
        return records;
    }
}
