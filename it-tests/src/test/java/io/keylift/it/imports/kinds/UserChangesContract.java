// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/** Single things that users get and lose; one record in four names the user by email address. */
public final class UserChangesContract implements KindContract {

    /** Others are made by {@link #prepareRecords}. */
    private static final int USERS = 60;

    private static final List<String> OTHER_ROLES = List.of("visitor", "reader", "Größe 規模");

    @Override
    public String kind() {
        return "user-changes";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-users");
    }

    @Override
    public void prepare(TwinRealm realm) {
        realm.demandNothingOfNewUsers();
        prepareRecords(realm, 0, USERS);
        // For the examples.
        prepareRecords(realm, 100, 9);
    }

    @Override
    public void prepareRecords(TwinRealm realm, int first, int count) {
        MemberRecords.addUsers(realm, "changing-", first, count);
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("user-changes.txt");
    }

    @Override
    public ObjectNode record(int number) {
        ObjectNode record = Records.json("""
                {add:{requiredActions:['VERIFY_EMAIL'],realmRoles:['writer'],clientRoles:{shop:['buyer']},\
                groups:['/guests'],federatedIdentities:[{identityProvider:'social',userId:'social-%d'}],\
                attributes:{team:['%d']}}}""".formatted(number, number));
        String user = "changing-" + number;
        return number % 4 == 3 ? record.put("email", user + "@example.org") : record.put("username", user);
    }

    /** Takes away what the record gives, and gives something else. */
    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        ObjectNode changed = record.deepCopy();
        changed.set("remove", Records.json("""
                {requiredActions:['VERIFY_EMAIL'],realmRoles:['writer'],clientRoles:{shop:['buyer']},groups:['/guests'],\
                federatedIdentities:[{identityProvider:'social'}]}"""));
        changed.set("add", Records.json("""
                {realmRoles:['%s'],attributes:{team:['v%d']}}""".formatted(OTHER_ROLES.get(version % 3), version)));
        return changed;
    }

    @Override
    public ObjectNode inverse(ObjectNode record, ObjectNode earlier) {
        ObjectNode inverse = record.deepCopy().without("add");
        inverse.set("remove", record.get("add"));
        if (earlier != null) {
            // All but attributes, which a change leaves alone.
            inverse.set("add", earlier.get("add").deepCopy());
            inverse.withObject("/add").remove("attributes");
        }
        return inverse;
    }

    @Override
    public boolean isCommand() {
        return true;
    }

    /** Nothing is added but to a user who exists. */
    @Override
    public String outcomeOfNew() {
        return "updated";
    }

    @Override
    public boolean isExportable() {
        return false;
    }

    @Override
    public boolean isUndoable() {
        return true;
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return UserChangeCalls.send(realm, record);
    }

    @Override
    public HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        return create(realm, record);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        return AdminApiPaths.of(realm, "roles/writer/users?max=1000", "users?q=team:v1&max=1000")
                .andUser(MemberRecords.userId(realm, record))
                .paths();
    }

    /** Adds a user storage that is disabled; returns its id. */
    public static String addStorage(TwinRealm realm) {
        String realmId = realm.admin().get(realm.path("")).get("id").asText();
        ObjectNode storage = Records.json("""
                {name:'old',providerId:'ldap',providerType:'org.keycloak.storage.UserStorageProvider',\
                config:{enabled:['false'],vendor:['other'],usersDn:['ou=x'],usernameLDAPAttribute:['uid'],\
                rdnLDAPAttribute:['uid'],uuidLDAPAttribute:['entryUUID'],userObjectClasses:['person'],\
                connectionUrl:['ldap://localhost:1'],authType:['none'],editMode:['READ_ONLY']}}""");
        return realm.admin().postNew(realm.path("components"), storage.put("parentId", realmId));
    }

    @Override
    public Set<String> tables() {
        return Set.of(
                "user_attribute",
                "user_role_mapping",
                "user_group_membership",
                "user_required_action",
                "federated_identity");
    }
}
