// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.keylift.bulkimport.input.InputException;
import io.keylift.bulkimport.input.InputLimits;
import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.input.InputWarning;
import io.keylift.bulkimport.input.Splitter;
import io.keylift.bulkimport.input.SpoolException;
import io.keylift.bulkimport.spool.SpoolFixture;
import io.keylift.bulkimport.spool.SpoolSpace;
import io.keylift.example.broken.ZipBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which files of an archive are documents of the realm, and in which order they are read. */
class DocumentArchiveTest extends SpoolFixture {

    private static final Target TARGET = new Target("new", "default-roles-new", Map.of(), Map.of(), false, true);
    private static final InputLimits LIMITS = new InputLimits(1000, 200, 0);

    private final ZipBytes zip = new ZipBytes();
    private List<InputWarning> warnings;

    @Test
    void filesAreReadInTheOrderOfTheirNumbersWhereverTheyAre() throws IOException {
        zip.add("b/old-users-10.json", users("old", "eve"));
        zip.add("b/old-users-9.json", users("old", "dan"));
        zip.add("a/old-federated-users-0.json", "{\"realm\":\"old\",\"federatedUsers\":[{},{}]}");
        zip.add("old-users-0.json", users("old", "bob"));
        zip.add("a/b/old-realm.json", users("old", "ann"));

        assertThat(names()).containsExactly("ann", "bob", "dan", "eve");
        assertThat(warnings)
                .extracting(InputWarning::code, InputWarning::message)
                .containsExactly(tuple(
                        "not_imported",
                        "`federatedUsers` was not imported (2). They are data of users of a user storage, which an"
                                + " import cannot reach."));
    }

    @Test
    void theRealmOfTheImportDecidesBetweenSeveral() throws IOException {
        zip.add("old-realm.json", users("old", "ann"));
        zip.add("new-realm.json", users("new", "bob"));
        zip.add("new-users-0.json", users("new", "dan"));
        zip.add("old-users-0.json", users("old", "eve"));

        assertThat(names()).containsExactly("bob", "dan");
        assertThat(warnings)
                .extracting(InputWarning::message)
                .containsExactly("2 files of the archive, such as `old-realm.json`, were not imported. They are no"
                        + " documents of the realm.");
    }

    @Test
    void whatOfOtherToolsIsInAnArchiveIsIgnored() throws IOException {
        zip.add("old-realm.json", users("old", "ann"));
        zip.add("__MACOSX/old-realm.json", "no JSON");
        zip.add("._old-realm.json", "no JSON");
        zip.add(".DS_Store", "");

        assertThat(names()).containsExactly("ann");
        assertThat(warnings).isEmpty();
    }

    @Test
    void filesThatLeaveAChoiceAreRefused() {
        assertRefused("no_realm_document", "`*-realm.json`");
        zip.add("acme.json", "{}");
        assertRefused("no_realm_document", "`*-realm.json`");
        zip.add("a/new-realm.json", users("new", "ann"));
        zip.add("b/new-realm.json", users("new", "ann"));
        assertRefused("several_realm_documents", "`a/new-realm.json` and `b/new-realm.json`");
        zip.entries.remove(2);
        zip.add("a/new-users-0.json", users("new", "ann"));
        zip.add("new-users-0.json", users("new", "ann"));
        assertRefused("several_realm_documents", "both `a/new-users-0.json` and `new-users-0.json`");
    }

    @Test
    void whatIsWrongWithADocumentIsSaidWithTheNameOfItsEntry() {
        zip.add("old-realm.json", users("old", "ann"));
        zip.add("old-users-0.json", "{\"realm\":\"old\",\"users\":{}}");
        assertRefused("malformed_document", "Entry `old-users-0.json`: Field `users` of the document is not an array");
        zip.entries.remove(1);
        zip.add("old-users-0.json", users("other", "bob"));
        assertRefused("malformed_document", "Entry `old-users-0.json`: The documents are of different realms");
        zip.entries.get(1).checksum++;
        assertRefused("corrupt_entry", "Entry `old-users-0.json` of the archive has another checksum");
    }

    @Test
    void aSpoolThatCannotBeWrittenIsNoFaultOfTheBody() {
        DocumentReader reader = new DocumentReader(TARGET, new SpoolSpace(directory.resolve("missing"), ROOM));
        zip.add("old-realm.json", users("old", "ann"));
        byte[] document = users("old", "ann").getBytes(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> reader.readArchive(new ByteArrayInputStream(zip.bytes()), LIMITS))
                .isInstanceOf(SpoolException.class);
        assertThatThrownBy(() ->
                        reader.read(new ByteArrayInputStream(document), LIMITS).next())
                .isInstanceOf(SpoolException.class);
    }

    private void assertRefused(String code, String message) {
        assertThatThrownBy(this::names)
                .hasMessageContaining(message)
                .isInstanceOfSatisfying(
                        InputException.class, e -> assertThat(e.code()).isEqualTo(code));
    }

    private static String users(String realm, String name) {
        return "{\"realm\":\"" + realm + "\",\"users\":[{\"username\":\"" + name + "\"}]}";
    }

    /** Of users, in the order of the lines. */
    private List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        try (Splitter lines =
                new DocumentReader(TARGET, space).readArchive(new ByteArrayInputStream(zip.bytes()), LIMITS)) {
            for (InputRecord line = lines.next(); line != null; line = lines.next()) {
                names.add(new String(line.json(), StandardCharsets.UTF_8).replaceAll(".*\"username\":\"|\".*", ""));
            }
            warnings = lines.warnings();
        }
        return names;
    }
}
