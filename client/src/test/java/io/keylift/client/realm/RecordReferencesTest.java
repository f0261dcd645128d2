// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Records of a realm under another name. */
class RecordReferencesTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final RecordReferences references =
            new RecordReferences(new References("Old", "new", Map.of("flow-1", "flow-2", "ldap-1", "ldap-2")));

    private String changed(String kind, String record) throws Exception {
        ObjectNode node = (ObjectNode) JSON.readTree(record.replace('\'', '"'));
        references.change(kind, node);
        return node.toString().replace('"', '\'');
    }

    @ParameterizedTest
    @CsvFileSource(resources = "references.txt", delimiter = '|', quoteCharacter = '§')
    void eachReferenceIsChangedInItsPlaceOnly(String kind, String record, String expected) throws Exception {
        assertThat(changed(kind, record)).isEqualTo(expected);
    }

    private static String withoutDefaultRole(String user) throws Exception {
        RecordReferences references = new RecordReferences(new References("old", "new", Map.of()));
        ObjectNode change = references.withoutDefaultRole((ObjectNode) JSON.readTree(user.replace('\'', '"')));
        return String.valueOf(change).replace('"', '\'');
    }

    @Test
    void onlyUsersWithoutTheDefaultRoleLoseIt() throws Exception {
        assertThat(withoutDefaultRole("{'username':'a','realmRoles':['x']}"))
                .isEqualTo("{'username':'a','remove':{'realmRoles':['default-roles-new']}}");
        assertThat(withoutDefaultRole("{'username':'a','realmRoles':['default-roles-old']}"))
                .isEqualTo("null");
        assertThat(withoutDefaultRole("{'username':'a'}"))
                .as("the caller may not view the roles")
                .isEqualTo("null");
        assertThat(withoutDefaultRole("{'username':'a','realmRoles':[],'federationLink':'f'}"))
                .isEqualTo("null");
    }

    @Test
    void theDefaultRoleLosesWhatOnlyTheNewRealmGivesIt() throws Exception {
        assertThat(changed("roles", "{'name':'default-roles-old','composites':{'realm':['a']}}"))
                .isEqualTo("{'name':'default-roles-new'," + "'composites':{'realm':['a'],'client':{'account':[]}}}");
    }
}
