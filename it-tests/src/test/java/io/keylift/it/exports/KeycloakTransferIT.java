// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.SecondTier;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
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
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

    private static final String REALM = "transfer";
    private static final int FRESH = 4;

    /** In the order of an import. */
    private static final List<String> KINDS = List.of(
            "client-scopes",
            "clients",
            "roles",
            "groups",
            "organizations",
            "departments",
            "identity-providers",
            "users",
            "organization-members",
            "department-members",
            "group-members",
            "role-mappings",
            "scope-mappings",
            "scopes",
            "resources",
            "policies",
            "permissions",
            "capabilities",
            "capability-sets",
            "role-capabilities",
            "user-capabilities");

    /** Kinds with more examples than their contracts have. */
    private static final Set<String> FILES = Set.of("organizations", "users");

    /** Beyond the examples, whatever an export could stumble over. */
    private static final List<ObjectNode> USERS = List.of(
            Records.json("{username:'consenting',clientConsents:[{clientId:'shop',"
                    + "grantedClientScopes:['special','email'],createdDate:1700000000000,"
                    + "lastUpdatedDate:1700000001000},{clientId:'account'}]}"),
            Records.json("{username:'of-a-disabled-organization',enabled:true,organizations:[{alias:'disabled'}]}"));

    /** Keylift's own tables, of which Keycloak's export knows nothing. */
    private static final Set<String> OWN =
            Set.of("capabilities", "capability-sets", "role-capabilities", "user-capabilities");

    /** Kinds whose objects Keycloak's export writes without ids. */
    private static final Set<String> WITHOUT_ID = Set.of("scopes", "resources", "policies", "permissions");

    /** Names that the id of an object has. */
    private static final List<String> IDS = List.of("id", "_id", "internalId");

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
        return KINDS;
    }

    @BeforeAll
    static void transfer(TunedServer tuned) throws IOException {
        TwinRealm realm = filled(tuned.admin());
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
            // What an administrator has to do, because the realm has other flows.
            Map<String, String> newFlows = flows(other);
            newFlows.forEach((alias, id) -> {
                replace(ORIGINAL, flows.get(alias), id);
                replace(BY_KEYCLOAK, flows.get(alias), id);
            });
            for (String kind : KINDS) {
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
        exported(realm).values().forEach(records -> records.forEach(record -> BUILT_IN.add(id(record))));
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
        Set<ObjectNode> builtIn = builtIn(kind, BY_KEYLIFT);

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
        Set<ObjectNode> builtIn = builtIn(kind, BY_DOCUMENTS);

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

    private static Set<ObjectNode> builtIn(String kind, Map<String, List<ObjectNode>> records) {
        return records.get(kind).stream()
                .filter(record -> BUILT_IN.contains(id(record)))
                .map(record -> withoutIds(withoutWhatIsGiven(kind, record.deepCopy())))
                .collect(Collectors.toSet());
    }

    private static List<ObjectNode> portable(
            String kind, Map<String, List<ObjectNode>> records, Set<ObjectNode> builtIn) {
        return records.get(kind).stream()
                .map(record -> withoutWhatIsGiven(kind, record.deepCopy()))
                .filter(record -> !kind.equals("role-mappings") || hasRoles(record))
                .map(record -> builtIn.contains(withoutIds(record)) ? withoutIds(record) : record)
                .toList();
    }

    private static boolean hasRoles(ObjectNode record) {
        return !record.path("realmRoles").isEmpty()
                || !record.path("clientRoles").isEmpty();
    }

    /** The record after Keycloak's export and import. */
    private static ObjectNode afterKeycloak(String kind, ObjectNode record) {
        if (kind.equals("clients")) {
            // A client of the times before that attribute could return to any of its redirect URIs.
            ObjectNode attributes = record.withObjectProperty("attributes");
            if (!attributes.has("post.logout.redirect.uris")) {
                attributes.put("post.logout.redirect.uris", "+");
            }
        }
        for (JsonNode mapper : record.path("protocolMappers")) {
            // In the times before that attribute, what was for the ID token was for userinfo as well.
            ObjectNode config = (ObjectNode) mapper.get("config");
            if (config.has("id.token.claim") && !config.has("userinfo.token.claim")) {
                config.set("userinfo.token.claim", config.get("id.token.claim"));
            }
        }
        withoutEmptyAttributes(kind, record);
        if (kind.equals("departments")) {
            // Its import does not read them.
            record.remove("description");
        }
        return withoutWhatIsNew(kind, record);
    }

    /** Its export leaves out attributes without a value. */
    private static ObjectNode withoutEmptyAttributes(String kind, ObjectNode record) {
        if (kind.equals("client-scopes")) {
            record.withObjectProperty("attributes")
                    .properties()
                    .removeIf(attribute -> attribute.getValue().isNull());
        }
        return record;
    }

    /** Without what Keycloak's import makes anew. */
    private static ObjectNode withoutWhatIsNew(String kind, ObjectNode record) {
        if (WITHOUT_ID.contains(kind)) {
            record.remove(IDS);
        }
        for (JsonNode consent : record.path("clientConsents")) {
            ((ObjectNode) consent).remove(List.of("createdDate", "lastUpdatedDate"));
        }
        // Values and credentials get ids and priorities that keep no order, and lists of policies are sets.
        record.path("attributes").forEach(KeycloakTransferIT::sort);
        for (String field : List.of("credentials", "clients", "roles", "users", "clientScopes", "groups")) {
            sort(record.path(field));
        }
        return withoutSecretOfBroker(record);
    }

    /** Without what a new client gets, of which a document of Keycloak does not say that a client does not have it. */
    private static ObjectNode withoutDefaults(String kind, ObjectNode record) {
        if (kind.equals("clients")) {
            record.withObjectProperty("attributes")
                    .remove(List.of("backchannel.logout.revoke.offline.tokens", "backchannel.logout.session.required"));
            if (record.path("adminUrl").equals(record.path("rootUrl"))
                    || record.path("adminUrl").asText().isEmpty()) {
                record.remove("adminUrl");
            }
        }
        return record;
    }

    /** Without what new objects get that do not have it in a record, even from a second import. */
    private static ObjectNode withoutWhatIsGiven(String kind, ObjectNode record) {
        if (record.path("name").asText().equals("uma_protection")) {
            // The client that protects resources has made it already.
            record.remove("id");
        }
        if (record.path("realmRoles") instanceof ArrayNode roles) {
            // Users of a realm's own import need not have it, new users of ours have it.
            for (int i = roles.size() - 1; i >= 0; i--) {
                if (roles.get(i).asText().equals("default-roles-" + REALM)) {
                    roles.remove(i);
                }
            }
        }
        return withoutSecretOfBroker(record);
    }

    /** That client of every realm has none at first. */
    private static ObjectNode withoutSecretOfBroker(ObjectNode record) {
        if (record.path("clientId").asText().equals("broker")) {
            record.remove("secret");
            record.withObjectProperty("attributes").remove("client.secret.creation.time");
        }
        return record;
    }

    private static void sort(JsonNode list) {
        if (list instanceof ArrayNode array) {
            List<JsonNode> values = new ArrayList<>();
            array.forEach(values::add);
            values.sort(Comparator.comparing(JsonNode::toString));
            array.removeAll().addAll(values);
        }
    }

    private static String id(ObjectNode record) {
        return IDS.stream().map(name -> record.path(name).asText()).collect(Collectors.joining());
    }

    private static ObjectNode withoutIds(ObjectNode record) {
        ObjectNode copy = record.deepCopy();
        copy.remove(IDS);
        for (String mappers : List.of("protocolMappers", "mappers")) {
            copy.path(mappers).forEach(mapper -> ((ObjectNode) mapper).remove("id"));
        }
        return copy;
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
        for (String kind : KINDS) {
            ExportAnswer answer = ExportAnswer.get(realm.admin(), REALM, kind + "?secrets=true");
            records.put(kind, answer.whole().records());
        }
        return records;
    }

    private static TwinRealm filled(AdminHttp admin) throws IOException {
        TwinRealm realm = TwinRealm.create(admin, REALM, Map.of()).withOrganizations("home", "away");
        Map<String, KindContract> contracts = Contracts.all().stream()
                .filter(KindContract::isExportable)
                .collect(Collectors.toMap(KindContract::kind, Function.identity()));
        assertThat(contracts.keySet()).isEqualTo(Set.copyOf(KINDS));
        realm.demandNothingOfNewUsers();
        for (String kind : KINDS) {
            KindContract contract = contracts.get(kind);
            contract.prepare(realm);
            List<ObjectNode> examples = FILES.contains(kind) ? Records.read(kind + ".txt") : contract.examples();
            List<ObjectNode> records = new ArrayList<>(Records.of(realm, examples));
            records.addAll(IntStream.range(0, FRESH).mapToObj(contract::record).toList());
            if (kind.equals("users")) {
                records.addAll(USERS);
            }
            ImportAnswer answer = realm.imports().post(kind, Records.lines(records));
            assertThat(answer.count("added")).as(kind).isGreaterThanOrEqualTo(FRESH);
        }
        // The first change of a user adds what the profile has as defaults, where a realm's own import left these out.
        String keys = Records.lines(
                ExportAnswer.get(admin, REALM, "users?fields=username").whole().records());
        realm.imports().post("users?ifExists=merge", keys);
        return realm;
    }
}
