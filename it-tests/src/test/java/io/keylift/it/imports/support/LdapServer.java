// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.listener.interceptor.InMemoryInterceptedModifyRequest;
import com.unboundid.ldap.listener.interceptor.InMemoryOperationInterceptor;
import com.unboundid.ldap.sdk.Filter;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ResultCode;
import com.unboundid.ldap.sdk.SearchResultEntry;
import com.unboundid.ldap.sdk.SearchScope;
import com.unboundid.util.LDAPSDKException;
import io.keylift.it.http.AdminHttp;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A real LDAP server, in memory, for realms with a user storage. The username is the {@code uid}. */
public final class LdapServer implements AutoCloseable {

    private static final String BASE = "dc=example,dc=org";
    private static final String PEOPLE = "ou=people," + BASE;
    private static final String GROUPS = "ou=groups," + BASE;
    private static final String BIND_DN = "cn=keycloak";
    private static final String PASSWORD = "directory-secret";

    private final InMemoryDirectoryServer server;

    private LdapServer(InMemoryDirectoryServer server) {
        this.server = server;
    }

    public static LdapServer start() {
        try {
            InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig(BASE);
            config.addAdditionalBindCredentials(BIND_DN, PASSWORD);
            config.setListenerConfigs(InMemoryListenerConfig.createLDAPConfig("ldap"));
            config.setMaxConnections(100);
            config.addInMemoryOperationInterceptor(new Immutable());
            InMemoryDirectoryServer server = new InMemoryDirectoryServer(config);
            server.startListening();
            server.add("dn: " + BASE, "objectClass: domain", "dc: example");
            server.add("dn: " + PEOPLE, "objectClass: organizationalUnit", "ou: people");
            server.add("dn: " + GROUPS, "objectClass: organizationalUnit", "ou: groups");
            return new LdapServer(server);
        } catch (LDAPSDKException e) {
            throw new IllegalStateException(e);
        }
    }

    public LdapServer add(String uid) {
        return add(uid, uid + "@example.org");
    }

    public LdapServer add(String uid, String mail) {
        return add(uid, mail, uid);
    }

    /** @param password as the entry has it, which may be a hash */
    public LdapServer add(String uid, String mail, String password) {
        try {
            server.add(
                    "dn: uid=" + uid + "," + PEOPLE,
                    "objectClass: inetOrgPerson",
                    "uid: " + uid,
                    "cn: " + uid,
                    "sn: of the directory",
                    "mail: " + mail,
                    "userPassword: " + password);
            return this;
        } catch (LDAPSDKException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The settings of a client of the directory, by the names of variables in the documentation. */
    public Map<String, String> variables() {
        return Map.of(
                "LDAP", "ldap://localhost:" + server.getListenPort(),
                "BIND_DN", BIND_DN,
                "BIND_PASSWORD", PASSWORD,
                "PEOPLE", PEOPLE);
    }

    /** An entry that is no person. */
    public void addAccount(String uid) {
        try {
            server.add("dn: uid=" + uid + "," + PEOPLE, "objectClass: account", "uid: " + uid);
        } catch (LDAPSDKException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A group with one member. */
    public void addGroup(String name, String uid) {
        try {
            server.add("dn: cn=" + name + "," + GROUPS, "objectClass: groupOfNames", "member: " + dn(uid));
        } catch (LDAPSDKException e) {
            throw new IllegalStateException(e);
        }
    }

    public boolean isMember(String group, String uid) {
        try {
            SearchResultEntry entry = server.getEntry("cn=" + group + "," + GROUPS);
            return entry != null && entry.hasAttributeValue("member", dn(uid));
        } catch (LDAPException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String dn(String uid) {
        return "uid=" + uid + "," + PEOPLE;
    }

    /**
     * Gives a user storage of a realm a mapper for groups.
     *
     * @param mode {@code LDAP_ONLY} if the directory stores who is in a group
     */
    public static void mapGroups(AdminHttp admin, String realm, String storage, String mode) {
        Map<String, List<String>> config = Map.of(
                "groups.dn", List.of(GROUPS),
                "groups.path", List.of("/"),
                "group.name.ldap.attribute", List.of("cn"),
                "group.object.classes", List.of("groupOfNames"),
                "preserve.group.inheritance", List.of("false"),
                "membership.ldap.attribute", List.of("member"),
                "membership.attribute.type", List.of("DN"),
                "membership.user.ldap.attribute", List.of("uid"),
                "user.roles.retrieve.strategy", List.of("LOAD_GROUPS_BY_MEMBER_ATTRIBUTE"),
                "mode", List.of(mode));
        admin.post(
                "/admin/realms/" + realm + "/components",
                Map.of(
                        "name",
                        "groups",
                        "parentId",
                        storage,
                        "providerId",
                        "group-ldap-mapper",
                        "providerType",
                        "org.keycloak.storage.ldap.mappers.LDAPStorageMapper",
                        "config",
                        config));
    }

    /** Values of an entry's attribute; {@code null} if there is no such entry. */
    public List<String> values(String uid, String attribute) {
        SearchResultEntry entry = entry(uid);
        return entry == null || !entry.hasAttribute(attribute) ? null : List.of(entry.getAttributeValues(attribute));
    }

    public boolean has(String uid) {
        return entry(uid) != null;
    }

    public int size() {
        try {
            return server.search(PEOPLE, SearchScope.ONE, Filter.createPresenceFilter("uid"))
                    .getEntryCount();
        } catch (LDAPException e) {
            throw new IllegalStateException(e);
        }
    }

    private SearchResultEntry entry(String uid) {
        try {
            return server.searchForEntry(PEOPLE, SearchScope.ONE, Filter.createEqualityFilter("uid", uid));
        } catch (LDAPException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the entry can bind with this password. */
    public boolean knows(String uid, String password) {
        try {
            server.bind("uid=" + uid + "," + PEOPLE, password);
            return true;
        } catch (LDAPException e) {
            return false;
        }
    }

    /** Does not answer any more until {@link #comeBack}. */
    public void goAway() {
        server.shutDown(true);
    }

    public void comeBack() {
        try {
            server.startListening();
        } catch (LDAPException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Makes it a user storage of a realm.
     *
     * @param config what differs from a writable storage that imports its users and takes no new ones
     * @return id of the storage
     */
    public String addTo(AdminHttp admin, String realm, Map<String, String> config) {
        Map<String, String> all = new HashMap<>(Map.of(
                "vendor",
                "other",
                "connectionUrl",
                "ldap://localhost:" + server.getListenPort(),
                "usersDn",
                PEOPLE,
                "bindDn",
                BIND_DN,
                "bindCredential",
                PASSWORD,
                "usernameLDAPAttribute",
                "uid",
                "rdnLDAPAttribute",
                "uid",
                "uuidLDAPAttribute",
                "entryUUID",
                "userObjectClasses",
                "inetOrgPerson, organizationalPerson"));
        all.putAll(Map.of(
                "authType", "simple", "editMode", "WRITABLE", "importEnabled", "true", "syncRegistrations", "false"));
        all.putAll(Map.of("searchScope", "1", "connectionTimeout", "2000", "readTimeout", "5000", "enabled", "true"));
        all.putAll(config);
        Map<String, List<String>> lists = new HashMap<>();
        all.forEach((name, value) -> lists.put(name, List.of(value)));
        admin.post(
                "/admin/realms/" + realm + "/components",
                Map.of(
                        "name",
                        "directory",
                        "providerId",
                        "ldap",
                        "providerType",
                        "org.keycloak.storage.UserStorageProvider",
                        "config",
                        lists));
        return admin.get("/admin/realms/" + realm + "/components?name=directory")
                .at("/0/id")
                .asText();
    }

    @Override
    public void close() {
        server.shutDown(true);
    }

    /** Entries whose {@code uid} begins with {@code immutable} can be added and removed, but not changed. */
    private static final class Immutable extends InMemoryOperationInterceptor {

        @Override
        public void processModifyRequest(InMemoryInterceptedModifyRequest request) throws LDAPException {
            if (request.getRequest().getDN().startsWith("uid=immutable")) {
                throw new LDAPException(ResultCode.UNWILLING_TO_PERFORM, "This entry does not change");
            }
        }
    }
}
