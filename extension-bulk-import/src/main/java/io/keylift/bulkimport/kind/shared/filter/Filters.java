// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.filter;

import io.keylift.bulkimport.kind.shared.reference.GroupPaths;
import io.keylift.bulkimport.kind.shared.reference.KeycloakKeys;
import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.reference.Organizations;
import io.keylift.bulkimport.kind.shared.reference.Organizations.Organization;
import io.keylift.bulkimport.kind.shared.reference.Roles;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.RecordSource.Selection;
import io.keylift.bulkimport.kind.spi.SelectionException;
import io.keylift.bulkimport.rows.Queries;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.keycloak.models.GroupModel;
import org.keycloak.utils.SearchQueryUtils;

/**
 * Values of an export's filters, and the objects that they name. An object that the caller may not view counts as
 * unknown. Otherwise a caller who may not view a group or role could learn who has it.
 *
 * <p>An invalid value is a {@link SelectionException}.
 */
public final class Filters {

    public static final String SEARCH = "search";
    public static final String Q = "q";
    public static final String EXACT = "exact";
    public static final String ENABLED = "enabled";
    public static final String ORGANIZATION = "organization";
    public static final String GROUP = "group";
    public static final String ROLE = "role";
    public static final String CLIENT = "client";
    public static final String SOURCE = "source";

    private final ExportContext context;
    private final Map<String, String> values;
    private final Queries rows;
    private final ViewRights rights;

    private Filters(ExportContext context, Map<String, String> values) {
        this.context = context;
        this.values = values;
        rows = new Queries(context.entityManager());
        rights = ViewRights.of(context);
    }

    public static Filters of(ExportContext context, Selection selection) {
        return new Filters(context, selection.filters());
    }

    /** Returns these names and the others. */
    public static Set<String> names(Set<String> names, String... others) {
        Set<String> all = new TreeSet<>(names);
        all.addAll(List.of(others));
        return all;
    }

    ExportContext context() {
        return context;
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** Text to search for, without blanks around it; {@code null} if there is none. */
    public String search() {
        String text = values.get(SEARCH);
        return text == null || text.isBlank() ? null : text.strip();
    }

    /** Name of a source; {@code null} if the filter is missing. */
    public String source() {
        return values.get(SOURCE);
    }

    /** Whether values must be equal; {@code null} if the filter is missing. */
    public Boolean exact() {
        return truth(EXACT);
    }

    /** See {@link #exact()}; refuses a value if none of these other filters is given. */
    public Boolean exact(String... others) {
        requireWith(EXACT, others);
        return exact();
    }

    public Boolean enabled() {
        return truth(ENABLED);
    }

    private Boolean truth(String name) {
        String value = values.get(name);
        if (value != null && !value.equals("true") && !value.equals("false")) {
            throw invalid(name, "must be one of true, false");
        }
        return value == null ? null : Boolean.valueOf(value);
    }

    /** Refuses a filter that has no effect without one of the others. */
    public void requireWith(String name, String... others) {
        if (has(name) && Stream.of(others).noneMatch(this::has)) {
            throw invalid(name, "has no effect without `" + String.join("` or `", others) + "`");
        }
    }

    /** Attributes by name, in the order of the names; empty if the filter is missing. */
    public SortedMap<String, String> attributes() {
        String query = values.get(Q);
        if (query == null) {
            return new TreeMap<>();
        }
        SortedMap<String, String> attributes;
        try {
            attributes = new TreeMap<>(SearchQueryUtils.getFields(query));
        } catch (IndexOutOfBoundsException e) {
            attributes = new TreeMap<>(); // Keycloak looks behind a backslash at the end
        }
        if (attributes.isEmpty() || attributes.containsKey("")) {
            throw invalid(Q, "must have the form `name:value name:value`, with quotes around what has blanks");
        }
        return attributes;
    }

    /** The organization by its alias or id; {@code null} if the filter is missing. */
    public Organization organization() {
        String name = values.get(ORGANIZATION);
        if (name == null) {
            return null;
        }
        Organizations organizations = new Organizations(context, rows);
        organizations.need(name);
        organizations.load();
        Organization found =
                organizations.ofAlias(name) == null ? organizations.ofId(name) : organizations.ofAlias(name);
        if (found == null || !rights.mayViewOrganization(context, found.id())) {
            throw unknown(ORGANIZATION, "organization with this alias or id");
        }
        return found;
    }

    /** Id of the group of the realm with this path or id; {@code null} if the filter is missing. */
    public String group() {
        String name = values.get(GROUP);
        if (name == null) {
            return null;
        }
        GroupPaths paths = new GroupPaths(context, rows);
        paths.need(name);
        paths.load();
        String id = paths.id(name);
        if (id == null) {
            List<String> byId = rows.list(
                    "select g.id from GroupEntity g where g.realm = :realm and g.type = :type and g.id in (:values)",
                    String.class,
                    List.of(name),
                    Map.of("realm", context.realm().getId(), "type", GroupModel.Type.REALM.intValue()));
            id = byId.isEmpty() ? null : byId.get(0);
        }
        if (id == null || !rights.mayViewGroup(context, id) && !rights.mayViewMembers(context, id)) {
            throw unknown(GROUP, "group with this path or id");
        }
        return id;
    }

    /** Id of the department of the organization with this path; {@code null} if the filter is missing. */
    public String department(Organization organization) {
        requireWith(GROUP, ORGANIZATION);
        String path = values.get(GROUP);
        if (path == null) {
            return null;
        }
        GroupPaths paths = new GroupPaths(context, rows, GroupModel.Type.ORGANIZATION);
        paths.need(organization.groupId(), path, null);
        paths.load();
        String id = paths.id(organization.groupId(), path, null);
        if (id == null) {
            throw invalid(GROUP, "the organization has no department with this path");
        }
        return id;
    }

    /**
     * Restricts the objects to those of the client, if the filter is given.
     *
     * @param id the id of the client of an object, in JPQL
     */
    public KeyOrder ofClient(KeyOrder objects, String id) {
        KnownClient client = client();
        return client == null ? objects : objects.where(id + " = :client", "client", client.id());
    }

    /** The client by its client id; {@code null} if the filter is missing. */
    public KnownClient client() {
        String clientId = values.get(CLIENT);
        if (clientId == null) {
            return null;
        }
        KnownClient client = rows.select(KeycloakKeys.CLIENT_ID, context.realm().getId(), List.of(clientId)).stream()
                .map(row -> new KnownClient((String) row[0], (String) row[1]))
                .filter(known -> known.clientId().equals(clientId))
                .findAny()
                .orElse(null);
        if (client == null || !rights.mayViewClient(context, client) && !rights.mayViewAuthorization(context, client)) {
            throw unknown(CLIENT, "client with this client id");
        }
        return client;
    }

    /** Id of the role of the client or, without one, of the realm; {@code null} if the filter is missing. */
    public String role(KnownClient client) {
        String name = values.get(ROLE);
        if (name == null) {
            return null;
        }
        Roles roles = new Roles(context, rows);
        if (client == null) {
            roles.need(List.of(name), null);
        } else {
            roles.need(null, Map.of(client.clientId(), List.of(name)));
        }
        roles.load();
        String id = client == null ? roles.realmRole(name) : roles.clientRole(client.id(), name);
        if (id == null || !rights.mayViewRole(context, new KnownRole(id, name, client))) {
            throw client == null
                    ? unknown(ROLE, "role of the realm with this name; `client` names the client of a client's role")
                    : unknown(ROLE, "role of this client with this name");
        }
        return id;
    }

    private static SelectionException unknown(String name, String what) {
        return invalid(name, "the caller may view no " + what);
    }

    /** @param what rule that the value violates */
    public static SelectionException invalid(String name, String what) {
        return new SelectionException("Query parameter `" + name + "`" + (what.startsWith("the ") ? ": " : " ") + what);
    }
}
