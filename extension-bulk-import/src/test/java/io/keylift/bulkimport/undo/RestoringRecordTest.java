// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kinds.clientscopes.ClientScopesKind;
import io.keylift.bulkimport.kinds.resources.ResourcesKind;
import io.keylift.bulkimport.kinds.roles.RolesKind;
import io.keylift.bulkimport.kinds.users.UsersKind;
import org.junit.jupiter.api.Test;

class RestoringRecordTest {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(com.fasterxml.jackson.core.json.JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .enable(com.fasterxml.jackson.core.json.JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .build();

    private static ObjectNode json(String text) throws JsonProcessingException {
        return (ObjectNode) JSON.readTree(text);
    }

    private static void assertExact(ImportKind<?, ?> kind, String before, String now, String expected)
            throws JsonProcessingException {
        assertThat(new RestoringRecord(kind).of(json(before), json(now))).isEqualTo(json(expected));
    }

    @Test
    void aValueThatTheObjectDidNotHaveIsNamedAsEmpty() throws JsonProcessingException {
        assertExact(
                new ClientScopesKind(),
                "{name:'a',protocol:'saml'}",
                "{name:'a',protocol:'openid-connect',description:'new',protocolMappers:[{name:'m'}]}",
                "{name:'a',protocol:'saml',description:'',protocolMappers:[]}");
    }

    @Test
    void whatOverwritingResetsIsLeftOut() throws JsonProcessingException {
        assertExact(new RolesKind(), "{name:'a'}", "{name:'a',description:'new'}", "{name:'a'}");
    }

    @Test
    void anEntryOfAMapThatTheObjectDidNotHaveIsNamedAsEmpty() throws JsonProcessingException {
        assertExact(
                new RolesKind(),
                "{name:'a',attributes:{site:['Bonn']}}",
                "{name:'a',attributes:{site:['Ulm'],code:['7']}}",
                "{name:'a',attributes:{site:['Bonn'],code:[]}}");
    }

    /** It may take rights to name roles that the user has anyway. */
    @Test
    void listsAndMapsThatAreAsTheyWereAreLeftOut() throws JsonProcessingException {
        assertExact(
                new UsersKind(),
                "{username:'a',lastName:'X',realmRoles:['r'],groups:['/g'],clientRoles:{shop:['buyer']}}",
                "{username:'a',lastName:'Y',realmRoles:['r'],groups:['/h'],clientRoles:{shop:['buyer']}}",
                "{username:'a',lastName:'X',groups:['/g']}");
    }

    /** The owner is part of the key. */
    @Test
    void theKeyStaysAsItIs() throws JsonProcessingException {
        assertExact(
                new ResourcesKind(),
                "{client:'a',name:'box',owner:{id:'1'},uris:['/x']}",
                "{client:'a',name:'box',owner:{id:'1'},uris:['/y']}",
                "{client:'a',name:'box',owner:{id:'1'},uris:['/x']}");
    }

    /** Overwriting resets names only beside attributes, and these are left out. */
    @Test
    void aNameThatAUserDidNotHaveIsNamedAsEmpty() throws JsonProcessingException {
        assertExact(
                new UsersKind(),
                "{username:'a',attributes:{site:['Bonn']}}",
                "{username:'a',firstName:'X',email:'a@b.example',attributes:{site:['Bonn']}}",
                "{username:'a',firstName:'',email:''}");
    }

    @Test
    void aListOfAClientThatTheObjectDidNotHaveIsNamedAsEmpty() throws JsonProcessingException {
        assertExact(
                new RolesKind(),
                "{name:'a',composites:{realm:['x'],client:{shop:['buyer']}}}",
                "{name:'a',composites:{client:{shop:['seller'],bank:['clerk']}}}",
                "{name:'a',composites:{realm:['x'],client:{shop:['buyer'],bank:[]}}}");
    }
}
