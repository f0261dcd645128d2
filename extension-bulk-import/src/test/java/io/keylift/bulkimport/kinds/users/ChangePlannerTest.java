// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.reference.Roles;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.keycloak.models.jpa.entities.FederatedIdentityEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.representations.idm.FederatedIdentityRepresentation;
import org.keycloak.representations.idm.MembershipType;
import org.keycloak.representations.userprofile.config.UPAttribute;
import org.keycloak.representations.userprofile.config.UPAttributePermissions;
import org.keycloak.representations.userprofile.config.UPConfig.UnmanagedAttributePolicy;

/** Changes of a user by records, without credentials and consents. Roles and groups have their names as ids. */
class ChangePlannerTest {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES, JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .build();

    private final FakeKeycloak keycloak = new FakeKeycloak();

    ChangePlannerTest() {
        keycloak.profile.setUnmanagedAttributePolicy(UnmanagedAttributePolicy.ENABLED);
        keycloak.requiredActions.addAll(Set.of("UPDATE_PROFILE", "VERIFY_EMAIL", "CONFIGURE_TOTP"));
    }

    /** In the last column, what merging makes of the two; {@code same} if it changes nothing. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {firstName:'Ada',email:'a@b.c',emailVerified:true,enabled:true,attributes:{size:['1']},requiredActions:['UPDATE_PROFILE']} | {} | same
            {firstName:'Ada',lastName:'Byron'}        | {firstName:'Augusta'}                  | {firstName:'Augusta',lastName:'Byron'}
            {firstName:'Ada',lastName:'Byron'}        | {lastName:''}                          | {firstName:'Ada'}
            {firstName:'Ada',attributes:{size:['1']}} | {firstName:'Eva',attributes:{size:['2']}} | {firstName:'Eva',attributes:{size:['2']}}
            {email:'a@b.c',emailVerified:true}        | {email:'D@E.F'}                        | {email:'d@e.f',emailVerified:true}
            {}                                        | {email:'a@b.c',emailVerified:true}     | {email:'a@b.c',emailVerified:true}
            {email:'a@b.c'}                           | {email:''}                             | {}
            {email:'a@b.c'}                           | {attributes:{size:['2']}}              | {email:'a@b.c',attributes:{size:['2']}}
            {enabled:false}                           | {enabled:true}                         | {enabled:true}
            {enabled:true,firstName:'Ada'}            | {enabled:false}                        | {enabled:false,firstName:'Ada'}
            {email:'a@b.c'}                           | {emailVerified:true}                   | {email:'a@b.c',emailVerified:true}
            {email:'a@b.c',emailVerified:true}        | {emailVerified:false}                  | {email:'a@b.c'}
            {}                                        | {createdTimestamp:1700000000000}       | same
            {attributes:{size:['1'],kept:['x']}}      | {attributes:{size:['2']}}              | {attributes:{size:['2'],kept:['x']}}
            {attributes:{sizes:['1','2','3']}}        | {attributes:{sizes:['3','4']}}         | {attributes:{sizes:['3','4']}}
            {attributes:{sizes:['1','2','3']}}        | {attributes:{sizes:['3','2','1']}}     | same
            {attributes:{size:['1']}}                 | {attributes:{size:['1'],colour:['red']}} | {attributes:{size:['1'],colour:['red']}}
            {attributes:{size:['1'],kept:['x']}}      | {attributes:{size:[],kept:['x']}}      | {attributes:{kept:['x']}}
            {attributes:{size:['1']}}                 | {attributes:{}}                        | same
            {attributes:{size:['1']}}                 | {attributes:{SIZE:['2']}}              | {attributes:{size:['1'],SIZE:['2']}}
            {requiredActions:['UPDATE_PROFILE']}      | {requiredActions:['UPDATE_PROFILE','VERIFY_EMAIL']} | {requiredActions:['UPDATE_PROFILE','VERIFY_EMAIL']}
            {requiredActions:['UPDATE_PROFILE']}      | {requiredActions:['VERIFY_EMAIL']}     | {requiredActions:['UPDATE_PROFILE','VERIFY_EMAIL']}
            {requiredActions:['UPDATE_PROFILE']}      | {requiredActions:[]}                   | same
            {realmRoles:['a'],clientRoles:{shop:['b']}} | {firstName:'Ada'}                    | {realmRoles:['a'],clientRoles:{shop:['b']},firstName:'Ada'}
            {realmRoles:['a']}                        | {realmRoles:['a','c']}                 | {realmRoles:['a','c']}
            {realmRoles:['a'],clientRoles:{shop:['b']}} | {realmRoles:['c']}                   | {realmRoles:['a','c'],clientRoles:{shop:['b']}}
            {realmRoles:['a']}                        | {realmRoles:[]}                        | same
            {clientRoles:{shop:['b'],stock:['d']}}    | {clientRoles:{shop:['e']}}             | {clientRoles:{shop:['b','e'],stock:['d']}}
            {clientRoles:{shop:['b']}}                | {clientRoles:{shop:[]}}                | same
            {clientRoles:{shop:['b']}}                | {clientRoles:{stock:['d']}}            | {clientRoles:{shop:['b'],stock:['d']}}
            {groups:['/a']}                           | {groups:['/a','/b']}                   | {groups:['/a','/b']}
            {groups:['/a']}                           | {groups:['/b']}                        | {groups:['/a','/b']}
            {groups:['/a'],organizations:[{alias:'home'}]}    | {groups:[]}                            | same
            {federatedIdentities:[{identityProvider:'i',userId:'1',userName:'u'}]} | {firstName:'Ada'} | {federatedIdentities:[{identityProvider:'i',userId:'1',userName:'u'}],firstName:'Ada'}
            {federatedIdentities:[{identityProvider:'i',userId:'1'}]} | {federatedIdentities:[{identityProvider:'i',userId:'1'},{identityProvider:'j',userId:'2'}]} | {federatedIdentities:[{identityProvider:'i',userId:'1'},{identityProvider:'j',userId:'2'}]}
            {federatedIdentities:[{identityProvider:'i',userId:'1'}]} | {federatedIdentities:[{identityProvider:'j',userId:'2'}]} | {federatedIdentities:[{identityProvider:'i',userId:'1'},{identityProvider:'j',userId:'2'}]}
            {federatedIdentities:[{identityProvider:'i',userId:'1',userName:'u'}]} | {federatedIdentities:[{identityProvider:'i',userId:'2',userName:'v'}]} | {federatedIdentities:[{identityProvider:'i',userId:'2',userName:'v'}]}
            {federatedIdentities:[{identityProvider:'i',userId:'1',userName:'u'}]} | {federatedIdentities:[{identityProvider:'i',userId:'1',userName:'v'}]} | {federatedIdentities:[{identityProvider:'i',userId:'1',userName:'v'}]}
            {federatedIdentities:[{identityProvider:'i',userId:'1'}]} | {federatedIdentities:[]} | same
            {organizations:[{alias:'home'}],groups:['/a']}    | {firstName:'Ada'}                      | {organizations:[{alias:'home'}],groups:['/a'],firstName:'Ada'}
            {organizations:[{alias:'home'}]}                  | {organizations:[{alias:'home'},{alias:'away'}]}        | {organizations:[{alias:'home'},{alias:'away'}]}
            {organizations:[{alias:'home'}]}                  | {organizations:[{alias:'away'}]}               | {organizations:[{alias:'home'},{alias:'away'}]}
            {organizations:[{alias:'home'}],groups:['/a']}    | {organizations:[]}                     | same
            """)
    void mergingChangesWhatTheRecordGivesAndUnitesLists(String before, String given, String merged) throws Exception {
        assertChange(IfExists.MERGE, before, given, merged);
    }

    /** Of lists whose elements a caller needs no right to take away. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {firstName:'Ada',email:'a@b.c',attributes:{size:['1']},requiredActions:['UPDATE_PROFILE']} | {} | same
            {attributes:{size:['1'],kept:['x']}}      | {attributes:{size:['2']}}              | {attributes:{size:['2']}}
            {firstName:'Ada',attributes:{size:['1']}} | {attributes:{}}                        | {}
            {requiredActions:['UPDATE_PROFILE']}      | {requiredActions:['VERIFY_EMAIL']}     | {requiredActions:['VERIFY_EMAIL']}
            {requiredActions:['UPDATE_PROFILE','of an extension that is gone']} | {requiredActions:[]} | {requiredActions:['of an extension that is gone']}
            {realmRoles:['default']}                  | {realmRoles:[]}                        | same
            {federatedIdentities:[{identityProvider:'i',userId:'1'}]} | {federatedIdentities:[{identityProvider:'j',userId:'2'}]} | {federatedIdentities:[{identityProvider:'j',userId:'2'}]}
            {federatedIdentities:[{identityProvider:'i',userId:'1'}]} | {federatedIdentities:[]} | {}
            """)
    void overwritingReplacesTheListsThatTheRecordGives(String before, String given, String wanted) throws Exception {
        assertChange(IfExists.OVERWRITE, before, given, wanted);
    }

    /** A record that gives all that the user has is not judged again, with the same result. */
    @ParameterizedTest
    @EnumSource(names = {"MERGE", "OVERWRITE"})
    void law5_theProfileIsAskedAgainOnlyIfItCouldAnswerOtherwise(IfExists ifExists) {
        keycloak.profile.addOrReplaceAttribute(withLength("code", 3));
        ImportContext context = keycloak.context(ifExists);
        ChangePlanner planner =
                new ChangePlanner(context, new ProfileRules(context), new Lockouts(context, null, List.of()));
        Random random = new Random(7);
        int changed = 0;
        for (int i = 0; i < 500; i++) {
            UserRecord before = randomUser(random);
            UserRecord given = randomUser(random);
            Item<UserDraft> item = keycloak.validate(given, ifExists);
            if (item.isRejected()) {
                continue;
            }
            UserChange change = planner.plan(work(item), stored(before));
            Item<UserDraft> asked = keycloak.validate(given, ifExists);
            asked.record().fault = Violation.invalid("", "asks the profile again");
            UserChange expected = planner.plan(work(asked), stored(before));
            assertThat(change == null).isEqualTo(expected == null);
            if (change != null) {
                assertThat(after(change)).as("%s by %s", before, given).isEqualTo(after(expected));
                assertThat(change.isChange()).isEqualTo(expected.isChange());
                changed += change.isChange() ? 1 : 0;
            }
        }
        assertThat(changed).isPositive();
    }

    private static UserRecord randomUser(Random random) {
        UserRecord user = new UserRecord();
        user.setUsername("ada");
        user.setEmail("ada@example.org");
        user.setFirstName(oneOf(random, null, "", "Ada", "Eva"));
        user.setLastName(oneOf(random, null, "", "Byron", "King"));
        Map<String, List<String>> attributes = new HashMap<>();
        for (String name : List.of("code", "size", "kept", "firstName")) {
            List<String> values =
                    oneOf(random, null, List.of(), List.of(""), List.of("1"), List.of("1", "2"), List.of("2", "1"));
            if (values != null) {
                attributes.put(name, values);
            }
        }
        user.setAttributes(random.nextInt(8) == 0 ? null : attributes);
        return user;
    }

    @SafeVarargs
    private static <T> T oneOf(Random random, T... values) {
        return values[random.nextInt(values.length)];
    }

    private static UPAttribute withLength(String name, int length) {
        UPAttribute attribute = new UPAttribute(name);
        attribute.setPermissions(new UPAttributePermissions(Set.of("admin"), Set.of("admin")));
        attribute.setMultivalued(true);
        attribute.addValidation("length", Map.of("max", length));
        return attribute;
    }

    private void assertChange(IfExists ifExists, String before, String given, String wanted) throws Exception {
        ImportContext context = keycloak.context(ifExists);
        ChangePlanner planner =
                new ChangePlanner(context, new ProfileRules(context), new Lockouts(context, null, List.of()));
        StoredUser stored = stored(user(before));
        Map<String, Object> untouched = after(stored);

        UserChange change = planner.plan(work(user(given)), stored);

        assertThat(change.isChange()).isEqualTo(!wanted.equals("same"));
        assertThat(after(stored)).as("the plan changes nothing").isEqualTo(untouched);
        assertThat(after(change)).isEqualTo(wanted.equals("same") ? untouched : after(stored(user(wanted))));
    }

    private static UserRecord user(String json) throws Exception {
        UserRecord user = JSON.readValue(json, UserRecord.class);
        user.setUsername("ada");
        return user;
    }

    private static <T> List<T> given(List<T> list) {
        return list == null ? List.of() : list;
    }

    /** The work of a record that names roles, groups and organizations that exist. */
    private static UserWork work(UserRecord user) {
        return work(new Item<>(1, new UserDraft(user), "ada"));
    }

    private static UserWork work(Item<UserDraft> item) {
        UserRecord user = item.record().record;
        UserWork work = new UserWork(item);
        work.mappings = new Roles.Mappings(new ArrayList<>(), new HashMap<>());
        given(user.getRealmRoles()).forEach(role -> work.mappings.roles().add(new KnownRole(role, role, null)));
        if (user.getClientRoles() != null) {
            user.getClientRoles().forEach((name, roles) -> {
                KnownClient client = new KnownClient(name, name);
                work.mappings.clients().put(name, client);
                roles.forEach(role -> work.mappings.roles().add(new KnownRole(role, role, client)));
            });
        }
        work.groupIds.addAll(given(user.getGroups()));
        given(user.getOrganizations())
                .forEach(organization -> work.organizations.add(new UserWork.Organization(
                        organization.getAlias(), "group of " + organization.getAlias(), null, null, 0)));
        return work;
    }

    private static StoredUser stored(UserRecord user) {
        UserEntity entity = new UserEntity();
        entity.setId("id");
        entity.setUsername(user.getUsername());
        entity.setFirstName(user.getFirstName());
        entity.setLastName(user.getLastName());
        entity.setEmail(user.getEmail(), false);
        entity.setEnabled(Boolean.TRUE.equals(user.isEnabled()));
        entity.setEmailVerified(Boolean.TRUE.equals(user.isEmailVerified()));
        StoredUser stored = new StoredUser(entity);
        if (user.getAttributes() != null) {
            user.getAttributes()
                    .forEach((name, values) -> values.forEach(
                            value -> stored.attributes.add(new StoredUser.Attribute(name + value, name, value))));
        }
        stored.requiredActions.addAll(given(user.getRequiredActions()));
        stored.realmRoles.addAll(given(user.getRealmRoles()));
        if (user.getClientRoles() != null) {
            user.getClientRoles()
                    .forEach((client, roles) -> roles.forEach(role -> stored.clientRoles.put(role, client)));
        }
        given(user.getGroups())
                .forEach(group -> stored.memberships.put(
                        group, new StoredUser.Membership(group, MembershipType.UNMANAGED, null, false)));
        for (UserOrganization organization : given(user.getOrganizations())) {
            String group = "group of " + organization.getAlias();
            stored.memberships.put(
                    group, new StoredUser.Membership(group, MembershipType.UNMANAGED, organization.getAlias(), true));
        }
        for (FederatedIdentityRepresentation identity : given(user.getFederatedIdentities())) {
            FederatedIdentityEntity row = new FederatedIdentityEntity();
            row.setIdentityProvider(identity.getIdentityProvider());
            row.setUserId(identity.getUserId());
            row.setUserName(identity.getUserName());
            stored.identities.add(row);
        }
        return stored;
    }

    private static Map<String, Object> after(StoredUser stored) {
        UserEntity user = stored.entity;
        Map<String, Object> after = new TreeMap<>();
        after.put(
                "fields",
                List.of(
                        user.getFirstName() + "",
                        user.getLastName() + "",
                        user.getEmail() + "",
                        user.isEnabled(),
                        user.isEmailVerified()));
        after.put("attributes", stored.values());
        after.put("requiredActions", new TreeSet<>(stored.requiredActions));
        Set<String> roles = new TreeSet<>(stored.realmRoles);
        roles.addAll(stored.clientRoles.keySet());
        after.put("roles", roles);
        after.put("memberships", new TreeSet<>(stored.memberships.keySet()));
        Map<String, String> identities = new TreeMap<>();
        stored.identities.forEach(
                row -> identities.put(row.getIdentityProvider(), row.getUserId() + " " + row.getUserName()));
        after.put("identities", identities);
        return after;
    }

    /** The user after the change. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> after(UserChange change) {
        Map<String, Object> after = after(change.stored);
        RecordUser user = change.target;
        after.put(
                "fields",
                List.of(
                        user.getFirstName() + "",
                        user.getLastName() + "",
                        user.getEmail() + "",
                        user.isEnabled(),
                        user.isEmailVerified()));
        Map<String, List<String>> attributes = new HashMap<>();
        change.stored.attributes.stream()
                .filter(attribute -> !change.removedAttributes.contains(attribute.id()))
                .forEach(attribute -> attributes
                        .computeIfAbsent(attribute.name(), name -> new ArrayList<>())
                        .add(attribute.value()));
        change.attributes.forEach((name, values) -> {
            assertThat(attributes).doesNotContainKey(name);
            if (!values.isEmpty()) {
                attributes.put(name, values);
            }
        });
        after.put("attributes", attributes);
        change((Set<String>) after.get("requiredActions"), change.removedRequiredActions, change.requiredActions);
        change((Set<String>) after.get("roles"), change.removedRoles, change.roles);
        change((Set<String>) after.get("memberships"), change.removedMemberships, change.memberships.keySet());
        Map<String, String> identities = (Map<String, String>) after.get("identities");
        change.removedIdentities.forEach(
                row -> assertThat(identities.remove(row.getIdentityProvider())).isNotNull());
        change.identities.forEach(identity -> assertThat(identities.put(
                        identity.getIdentityProvider(), identity.getUserId() + " " + identity.getUserName()))
                .isNull());
        change.renamedIdentities.forEach(
                (row, name) -> identities.put(row.getIdentityProvider(), row.getUserId() + " " + name));
        return after;
    }

    private static void change(Set<String> values, Set<String> removed, Set<String> added) {
        removed.forEach(value -> assertThat(values.remove(value)).as(value).isTrue());
        added.forEach(value -> assertThat(values.add(value)).as(value).isTrue());
    }
}
