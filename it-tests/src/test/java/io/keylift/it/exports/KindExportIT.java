// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.RowComparison;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for every kind that can be exported. */
@OnSharedServer
class KindExportIT {

    private static final int FRESH = 12;

    /** Kinds with more examples than their contracts have. */
    private static final Set<String> FILES = Set.of("organizations", "users");

    /** Kinds of whose objects an export leaves out the secrets, and so rows. */
    private static final Set<String> SECRET = Set.of("clients", "identity-providers", "users");

    /** Ids of objects, and moments, which differ from realm to realm. */
    private static final Pattern ID =
            Pattern.compile("\"(id|_id|internalId|client.secret.creation.time|createdTimestamp)\":(\"[^\"]*\"|\\d+),?");

    /** By kind, a realm with all that differs in a way that matters. */
    private static final Map<String, TwinRealm> REALMS = new ConcurrentHashMap<>();

    /** By kind, what a verification said of what had just been imported into that realm. */
    private static final Map<String, ImportAnswer> VERIFIED = new ConcurrentHashMap<>();

    /** By kind, what the same import had to do with it after that. */
    private static final Map<String, ImportAnswer> AGAIN = new ConcurrentHashMap<>();

    /** Fields by which objects are found, and those that follow from others. */
    private static final Set<String> KEYS = Set.of(
            "username",
            "organization",
            "department",
            "group",
            "path",
            "role",
            "client",
            "clientScope",
            "clientId",
            "alias",
            "owner",
            "clientRole",
            "containerId",
            "composite",
            "authorizationServicesEnabled");

    /** Kinds of which several examples are of the same user, role or group. */
    private static final Set<String> ASSIGNMENTS =
            Set.of("role-mappings", "scope-mappings", "role-capabilities", "user-capabilities");

    /** Kinds whose objects have a name that is no key. */
    private static final Set<String> RENAMED = Set.of("organizations");

    static List<Named<KindContract>> kinds() {
        return Contracts.named(KindContract::isExportable);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("kinds")
    void law14_anExportThatIsSentBackChangesNothing(KindContract kind, SharedServer server) throws IOException {
        TwinRealm realm = realm(server, kind);
        ExportAnswer export = export(realm, kind).whole();
        RealmRows before = RealmRows.of(server.database(), realm.name());

        ImportAnswer answer = realm.imports().post(kind.kind() + "?results=all&ifExists=overwrite", export.body());

        assertThat(answer.addsUp().count("skipped")).as("%s", answer.lines()).isEqualTo(answer.count("read"));
        assertThat(answer.count("read")).isEqualTo(export.records().size()).isGreaterThanOrEqualTo(FRESH);
        assertThat(RealmRows.of(server.database(), realm.name()).changedSince(before))
                .isEmpty();
        assertThat(export(realm, kind).records()).isEqualTo(export.records());
    }

    /** Backwards, so that the order is that of the keys, and without ids, which are no keys. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("kinds")
    void theRecordsOfAnExportAreTheKeysOfTheirObjects(KindContract kind, SharedServer server) {
        TwinRealm realm = realm(server, kind);
        List<ObjectNode> records = new ArrayList<>(export(realm, kind).records());
        Collections.reverse(records);
        List<ObjectNode> keys = records.stream().map(ObjectNode::deepCopy).toList();
        keys.forEach(key -> key.remove("id"));

        ExportAnswer named = ExportAnswer.post(realm.admin(), realm.name(), kind.kind(), Records.lines(keys));

        assertThat(named.whole().records()).isEqualTo(records);
        assertThat(named.summary().get("missing").asInt()).isZero();
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("kinds")
    void law14_anotherRealmTakesAnExportAndExportsTheSame(KindContract kind, SharedServer server) throws IOException {
        TwinRealm realm = realm(server, kind);
        TwinRealm other = prepared(server, kind, "exported-");
        String export = Records.lines(portable(export(realm, kind).whole())).replace(realm.name(), other.name());

        ImportAnswer answer = other.imports().post(kind.kind() + "?ids=ignore&ifExists=overwrite", export);

        assertThat(answer.addsUp().rejects()).isEmpty();
        assertThat(answer.count("added")).isGreaterThanOrEqualTo(FRESH);
        ImportAnswer again = other.imports().post(kind.kind() + "?ids=ignore&ifExists=overwrite", export);
        // Users that the other realm had before were created at another time.
        String timeless = export.replaceAll("\"createdTimestamp\":\\d+,?", "").replace(",}", "}");
        ImportAnswer verified = other.imports().post(kind.kind() + "?ids=ignore&op=verify", timeless);
        assertThat(again.addsUp().count("skipped")).as("%s", again.lines()).isEqualTo(again.count("read"));
        assertThat(verified.addsUp().count("same")).as("%s", verified.lines()).isEqualTo(verified.count("read"));
        assertThat(withoutIds(export(other, kind), other)).isEqualTo(withoutIds(export(realm, kind), realm));
        if (!SECRET.contains(kind.kind())) {
            RowComparison.assertAlike(
                    RealmRows.of(server.database(), realm.name()),
                    RealmRows.of(server.database(), other.name()),
                    kind.tables());
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("kinds")
    void law14_aVerificationFindsWhatWasImportedAndWhatIsExportedTheSame(KindContract kind, SharedServer server)
            throws IOException {
        TwinRealm realm = realm(server, kind);

        ImportAnswer exported = realm.imports()
                .post(kind.kind() + "?op=verify", export(realm, kind).body());

        for (ImportAnswer answer : List.of(exported, VERIFIED.get(kind.kind()))) {
            assertThat(answer.addsUp().count("same")).as("%s", answer.lines()).isEqualTo(answer.count("read"));
            assertThat(answer.count("read")).isGreaterThanOrEqualTo(FRESH);
        }
    }

    /** The first import takes away what Keycloak adds to a new object. */
    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("kinds")
    void recordsOfNewObjectsChangeNothingWhenTheyAreSentAgain(KindContract kind, SharedServer server) {
        realm(server, kind);

        ImportAnswer answer = AGAIN.get(kind.kind());

        assertThat(answer.addsUp().count("skipped")).as("%s", answer.lines()).isEqualTo(answer.count("read"));
        assertThat(answer.count("read")).isGreaterThan(0);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("kinds")
    void law14_aVerificationFindsEachDifference(KindContract kind, SharedServer server) throws IOException {
        TwinRealm realm = realm(server, kind);
        List<Difference> planted = Difference.plant(export(realm, kind).records(), keys(kind));

        ImportAnswer answer = realm.imports()
                .post(
                        kind.kind() + "?op=verify&results=all",
                        Records.lines(planted.stream().map(Difference::record).toList()));

        Map<Integer, JsonNode> lines = answer.ofType("record").stream()
                .collect(Collectors.toMap(line -> line.get("line").asInt(), line -> line));
        // No import takes some of the changed values, such as a protocol that does not exist.
        assertThat(lines.size()).isGreaterThanOrEqualTo(planted.size() / 2);
        for (int i = 0; i < planted.size(); i++) {
            Difference difference = planted.get(i);
            JsonNode line = lines.get(i + 1);
            if (line == null) {
                continue;
            }
            assertThat(line.path("outcome").asText())
                    .as("%s: %s", difference, line)
                    .isEqualTo("different");
            assertThat(line.path("pointers"))
                    .as("%s: %s", difference, line)
                    .isNotEmpty()
                    .allMatch(pointer -> (pointer.asText() + "/").startsWith(difference.pointer() + "/"));
        }
    }

    private static Set<String> keys(KindContract kind) {
        Set<String> keys = new HashSet<>(KEYS);
        if (!RENAMED.contains(kind.kind())) {
            keys.add("name");
        }
        return keys;
    }

    /** Without the ids of the realm's authentication flows, which no other realm has. */
    private static List<ObjectNode> portable(ExportAnswer export) {
        List<ObjectNode> records = export.records();
        records.forEach(record -> record.remove("authenticationFlowBindingOverrides"));
        return records;
    }

    /** In an order that does not depend on ids. */
    private static List<String> withoutIds(ExportAnswer export, TwinRealm realm) {
        return portable(export).stream()
                .map(record -> ID.matcher(record.toString().replace(realm.name(), "<realm>"))
                        .replaceAll("")
                        .replace(",}", "}"))
                .sorted()
                .toList();
    }

    /**
     * The first update of a user by Keycloak's own code adds what the profile has as defaults, and that of a client a
     * secret, where a realm's own import or the creation has left these out.
     */
    private static void settle(TwinRealm realm, KindContract kind) throws IOException {
        String key = Map.of("users", "username", "clients", "clientId").get(kind.kind());
        if (key != null) {
            String keys = ExportAnswer.get(realm.admin(), realm.name(), kind.kind() + "?fields=" + key)
                    .body();
            realm.imports().post(kind.kind() + "?ifExists=merge", keys);
        }
    }

    private static ExportAnswer export(TwinRealm realm, KindContract kind) {
        return ExportAnswer.get(realm.admin(), realm.name(), kind.kind());
    }

    private static TwinRealm prepared(SharedServer server, KindContract kind, String name) {
        TwinRealm realm = TwinRealm.create(server, name + kind.kind(), Map.of()).withOrganizations("home", "away");
        kind.prepare(realm);
        return realm;
    }

    private static TwinRealm realm(SharedServer server, KindContract kind) {
        return REALMS.computeIfAbsent(kind.kind(), any -> {
            TwinRealm realm = prepared(server, kind, "export-");
            List<ObjectNode> examples =
                    FILES.contains(kind.kind()) ? Records.read(kind.kind() + ".txt") : kind.examples();
            List<ObjectNode> records = new ArrayList<>(Records.of(realm, examples));
            // Other realms of the server import the same examples.
            records.forEach(record -> record.remove("id"));
            records.addAll(IntStream.range(0, FRESH).mapToObj(kind::record).toList());
            try {
                SortedMap<Integer, String> outcomes = realm.imports()
                        .post(kind.kind() + "?results=all", Records.lines(records))
                        .outcomes();
                List<ObjectNode> added = IntStream.range(0, records.size())
                        .filter(i -> outcomes.get(i + 1).equals("added"))
                        .filter(i -> i >= examples.size() || !ASSIGNMENTS.contains(kind.kind()))
                        .mapToObj(records::get)
                        .toList();
                VERIFIED.put(kind.kind(), realm.imports().post(kind.kind() + "?op=verify", Records.lines(added)));
                // Passwords and second factors are replaced each time.
                List<ObjectNode> again = added.stream()
                        .filter(record -> record.path("credentials").isEmpty())
                        .toList();
                AGAIN.put(
                        kind.kind(),
                        realm.imports().post(kind.kind() + "?ifExists=overwrite&results=all", Records.lines(again)));
                settle(realm, kind);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return realm;
        });
    }
}
