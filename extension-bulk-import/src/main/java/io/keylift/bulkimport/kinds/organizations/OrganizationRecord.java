// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.keycloak.models.OrganizationDomainModel;
import org.keycloak.models.jpa.entities.OrganizationDomainEntity;
import org.keycloak.representations.idm.OrganizationDomainRepresentation;
import org.keycloak.representations.idm.OrganizationRepresentation;

/**
 * A line of the import: Keycloak's {@link OrganizationRepresentation}, except that absent fields are distinguished from
 * given ones, because a merge keeps absent ones.
 *
 * @param id id to give a new organization; generated if absent
 * @param name unique in the realm
 * @param alias unique in the realm and fixed after creation; the name if absent
 * @param enabled {@code true} if absent
 * @param description free text
 * @param redirectUrl URL to which members are redirected after registration
 * @param attributes values by attribute name
 * @param domains internet domains, each an object or just its name
 * @param members field of Keycloak's representation; not supported, as members are a kind of their own
 * @param identityProviders field of Keycloak's representation; not imported
 * @param groups field of Keycloak's representation; not supported, as departments are a kind of their own
 */
public record OrganizationRecord(
        String id,
        String name,
        String alias,
        Boolean enabled,
        String description,
        String redirectUrl,
        Map<String, List<String>> attributes,
        List<Domain> domains,
        List<Object> members,
        List<Object> identityProviders,
        List<Object> groups) {

    private static final String NAME = "name";
    private static final String DOMAIN = "domain";

    /**
     * An internet domain.
     *
     * @param name host name, or {@code *.} and a host name
     * @param verified {@code false} if absent
     */
    public record Domain(String name, Boolean verified) {

        @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
        public Domain {}

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Domain named(String name) {
            return new Domain(name, null);
        }

        /** The name as Keycloak stores it, or {@code null}. */
        String storedName() {
            return new OrganizationDomainModel(name).getName();
        }
    }

    /** Returns a copy with the domains as an import stores them. */
    OrganizationRecord withStoredDomains() {
        List<Domain> stored = domains == null
                ? null
                : domains.stream()
                        .filter(Objects::nonNull)
                        .map(domain -> new Domain(domain.storedName(), Boolean.TRUE.equals(domain.verified())))
                        .toList();
        return new OrganizationRecord(
                id, name, alias, enabled, description, redirectUrl, attributes, stored, null, null, null);
    }

    /** The id that the record gives, or {@code null}. */
    String requestedId() {
        return id == null || id.isEmpty() ? null : id;
    }

    /** The alias, or the name if there is none; {@code null} if the record has neither. */
    String effectiveAlias() {
        return alias == null || alias.isEmpty() ? name : alias;
    }

    /** The redirect URL as Keycloak stores it. */
    String storedRedirectUrl() {
        return redirectUrl == null || redirectUrl.isEmpty() ? null : redirectUrl;
    }

    /** Given domains by the name that Keycloak stores, in their order. The first spelling of a name counts. */
    Map<String, Domain> domainsByName() {
        Map<String, Domain> byName = new LinkedHashMap<>();
        if (domains != null) {
            domains.stream().filter(Objects::nonNull).forEach(d -> byName.putIfAbsent(d.storedName(), d));
        }
        return byName;
    }

    /** The record in the form of Keycloak's admin events. */
    OrganizationRepresentation toRepresentation(String knownId) {
        OrganizationRepresentation representation = new OrganizationRepresentation();
        representation.setId(knownId);
        representation.setName(name);
        representation.setAlias(alias);
        representation.setEnabled(enabled == null || enabled);
        representation.setDescription(description);
        representation.setRedirectUrl(redirectUrl);
        representation.setAttributes(attributes);
        if (domains != null) {
            domainsByName().values().forEach(d -> representation.addDomain(toRepresentation(d)));
        }
        return representation;
    }

    /** See {@link io.keylift.bulkimport.kind.spi.ImportKind#uniqueKeys}. */
    List<UniqueKey> uniqueKeys() {
        List<UniqueKey> keys = new ArrayList<>(4);
        add(keys, "alias", effectiveAlias(), alias == null || alias.isEmpty() ? "/name" : "/alias");
        add(keys, NAME, name, "/name");
        add(keys, "id", requestedId(), "/id");
        keys.addAll(domainKeys());
        return keys;
    }

    /** The keys that no constraint of the database keeps unique. */
    List<UniqueKey> domainKeys() {
        List<UniqueKey> keys = new ArrayList<>(1);
        Set<String> seen = new HashSet<>();
        for (int i = 0; domains != null && i < domains.size(); i++) {
            Domain domain = domains.get(i);
            if (domain != null && seen.add(domain.storedName())) {
                add(keys, DOMAIN, domain.storedName(), "/domains/" + i + "/name");
            }
        }
        return keys;
    }

    /** Unique values that the change releases. */
    List<UniqueKey> released(ExistingOrganization organization, boolean merge) {
        List<UniqueKey> released = new ArrayList<>(0);
        String before = organization.entity().getName();
        if (name != null && !name.equals(before)) {
            add(released, NAME, before, "/name");
        }
        if (!merge) {
            Set<String> kept = domainsByName().keySet();
            for (OrganizationDomainEntity domain : organization.domains()) {
                if (!kept.contains(domain.getName())) {
                    add(released, DOMAIN, domain.getName(), "/domains");
                }
            }
        }
        return released;
    }

    private static void add(List<UniqueKey> keys, String type, String name, String pointer) {
        if (name != null) {
            keys.add(new UniqueKey(type, name, pointer));
        }
    }

    private static OrganizationDomainRepresentation toRepresentation(Domain domain) {
        OrganizationDomainRepresentation representation = new OrganizationDomainRepresentation(domain.name());
        representation.setVerified(Boolean.TRUE.equals(domain.verified()));
        return representation;
    }
}
