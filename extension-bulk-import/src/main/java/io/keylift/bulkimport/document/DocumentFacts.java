// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.archive.ArchiveEntry;
import io.keylift.bulkimport.input.InputException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Names by which the sections of a document refer to each other. A document states each of them once. They are in
 * memory, so their number is limited.
 */
final class DocumentFacts {

    /** A realm of 10,000 identity providers with ten mappers each has some 60 MB. */
    private static final long MAX_BYTES = 128 << 20;

    private static final int BYTES_OF_ENTRY = 100;

    /** In place of a clientId, which is never empty. */
    private static final String OF_REALM = "";

    private final Map<String, String> flows = new HashMap<>();
    private final Map<String, List<byte[]>> mappers = new HashMap<>();
    private final Map<String, String> organizations = new HashMap<>();
    private final Map<String, Long> notImported = new TreeMap<>();
    private final Map<String, Set<String>> defaultRoles = new TreeMap<>();
    private final Map<String, String> protocols = new HashMap<>();
    private boolean hasClientScopes;
    private boolean hasMappers;
    private Set<String> defaultScopes;
    private Set<String> optionalScopes;
    private String realm;
    private DocumentVersion version;
    private String defaultRole;
    private String notImportedFiles;
    private long bytes;

    private void hold(long more) throws InputException {
        bytes += more + BYTES_OF_ENTRY;
        if (bytes > MAX_BYTES) {
            throw new InputException(
                    DocumentReader.TOO_LARGE,
                    "The document has more than " + MAX_BYTES + " bytes of identity provider mappers, flows, names of"
                            + " client scopes, links to organizations and unknown fields");
        }
    }

    /** Name of the realm that the document was made of; {@code null} if it does not say. */
    String realm() {
        return realm;
    }

    void nameRealm(String name) throws InputException {
        if (realm != null && !realm.equals(name)) {
            throw new InputException(DocumentReader.MALFORMED, "The documents are of different realms");
        }
        realm = name;
    }

    /** Of several documents, that of the realm has the version, and those of users do not. */
    void nameVersion(String text) {
        version = DocumentVersion.of(text);
    }

    boolean hasVersion() {
        return version != null;
    }

    /** Whether a document was written by a version before this one; one that does not say is as old as can be. */
    boolean isBefore(DocumentVersion other) {
        return (version == null ? DocumentVersion.OLDEST : version).isBefore(other);
    }

    void nameDefaultRole(String name) {
        defaultRole = name;
    }

    boolean isDefaultRole(String name) {
        if (defaultRole != null) {
            return name.equals(defaultRole);
        }
        return realm != null
                && !defaultRoles.containsKey(OF_REALM) // then it is a role like any other
                && name.equals("default-roles-" + realm.toLowerCase(Locale.ROOT));
    }

    /** A role of the realm that new users had before Keycloak 13, which has one default role for all. */
    void addDefaultRole(String name) throws InputException {
        addDefaultRole(OF_REALM, name);
    }

    /** Adds default roles of a client. */
    void addDefaultRoles(String clientId, Iterable<JsonNode> names) throws InputException {
        for (JsonNode name : names) {
            addDefaultRole(clientId, name.asText());
        }
    }

    private void addDefaultRole(String container, String name) throws InputException {
        hold(container.length() + name.length());
        defaultRoles.computeIfAbsent(container, key -> new TreeSet<>()).add(name);
    }

    /** The composites that these roles are to be of the default role of the realm; {@code null} if there are none. */
    ObjectNode compositesOfDefaultRole() {
        if (defaultRoles.isEmpty()) {
            return null;
        }
        ObjectNode composites = DocumentParser.MAPPER.createObjectNode();
        defaultRoles.forEach((container, names) -> {
            ArrayNode roles = container.equals(OF_REALM)
                    ? composites.putArray("realm")
                    : composites.withObjectProperty(DocumentParser.CLIENT).putArray(container);
            names.forEach(roles::add);
        });
        return composites;
    }

    /** The document has client scopes, be it none. */
    void listClientScopes() {
        hasClientScopes = true;
    }

    /** Whether the realm of the document has no such client scope. Without a list, it has those of any realm. */
    boolean lacksClientScope(String name) {
        return hasClientScopes && !protocols.containsKey(name);
    }

    /** A client scope of the document is for clients of one protocol. */
    void nameProtocol(String scope, String protocol) throws InputException {
        hold(scope.length() + protocol.length());
        protocols.put(scope, protocol);
    }

    /** Protocols of the client scopes of the document by name. */
    Map<String, String> protocols() {
        return protocols;
    }

    /** Says that the document has the default client scopes of the realm. */
    void nameDefaultScopes() {
        defaultScopes = defaultScopes == null ? new HashSet<>() : defaultScopes;
    }

    void addDefaultScope(String name) throws InputException {
        hold(name.length());
        defaultScopes.add(name);
    }

    /** Says that the document has the optional client scopes of the realm. */
    void nameOptionalScopes() {
        optionalScopes = optionalScopes == null ? new HashSet<>() : optionalScopes;
    }

    void addOptionalScope(String name) throws InputException {
        hold(name.length());
        optionalScopes.add(name);
    }

    /** Assignment in the words of the kind {@code client-scopes}; {@code null} if the document does not tell. */
    String assignment(String scope) {
        if (has(defaultScopes, scope)) {
            return "default";
        }
        if (has(optionalScopes, scope)) {
            return "optional";
        }
        return defaultScopes == null || optionalScopes == null ? null : "none";
    }

    private static boolean has(Set<String> scopes, String name) {
        return scopes != null && scopes.contains(name);
    }

    void addFlow(String id, String alias) throws InputException {
        hold(id.length() + alias.length());
        flows.put(id, alias);
    }

    /** Alias of a flow of that realm; the text itself if it is no id of one. */
    String alias(String flow) {
        return flows.getOrDefault(flow, flow);
    }

    /** Says that the document has the mappers of all its identity providers. */
    void nameMappers() {
        hasMappers = true;
    }

    boolean hasMappers() {
        return hasMappers;
    }

    void addMapper(String provider, byte[] mapper) throws InputException {
        hold(provider.length() + mapper.length);
        mappers.computeIfAbsent(provider, alias -> new ArrayList<>()).add(mapper);
    }

    /** Hands over the mappers of an identity provider, as JSON. */
    List<byte[]> takeMappers(String provider) {
        List<byte[]> taken = mappers.remove(provider);
        return taken == null ? List.of() : taken;
    }

    /** Warning about mappers whose identity provider is not in the document. */
    Optional<String> notImportedMappers() {
        int count = mappers.values().stream().mapToInt(List::size).sum();
        return count == 0
                ? Optional.empty()
                : Optional.of("`identityProviderMappers` was not imported (" + count
                        + "). The document lacks their identity provider, such as `"
                        + Collections.min(mappers.keySet()) + "`.");
    }

    void link(String provider, String organization) throws InputException {
        hold(provider.length() + organization.length());
        organizations.put(provider, organization);
    }

    /** Alias of the organization that an identity provider is linked to; {@code null} for none. */
    String organization(String provider) {
        return organizations.get(provider);
    }

    /** @param count how many things the field has */
    void leaveOut(String field, long count) throws InputException {
        hold(field.length());
        notImported.merge(field, count, Long::sum);
    }

    void leaveOutFiles(List<ArchiveEntry> files) {
        if (!files.isEmpty()) {
            notImportedFiles = files.size() + " files of the archive, such as "
                    + files.get(0).shown() + ", were not imported. They are no documents of the realm.";
        }
    }

    /** Warning about files of the archive that are not imported. */
    Optional<String> notImportedFiles() {
        return Optional.ofNullable(notImportedFiles);
    }

    /** How many things of other fields are not imported, by the names of the fields. */
    Map<String, Long> notImported() {
        return notImported;
    }
}
