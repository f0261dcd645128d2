// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.keycloak.models.jpa.entities.OrganizationDomainEntity;

/**
 * Applies a record to the rows of an organization. Overwriting works like {@code PUT /organizations/{id}}: omitted
 * fields are reset to their defaults, except attributes, which stay. Merging keeps omitted fields, and attributes and
 * domains that the record does not name. In both modes, an attribute without values is removed.
 *
 * <p>Rows to delete and to insert are only collected, so that each table gets one statement.
 */
final class OrganizationChange {

    private final boolean merge;
    private final ExistingOrganization organization;
    private final List<OrganizationDomainEntity> newDomains = new ArrayList<>();
    private final List<OrganizationDomainEntity> obsoleteDomains = new ArrayList<>();
    private Map<String, List<String>> attributes;
    private boolean rowChanged;
    private boolean domainsChanged;

    OrganizationChange(boolean merge, ExistingOrganization organization) {
        this.merge = merge;
        this.organization = organization;
    }

    void apply(OrganizationWork work) {
        OrganizationRecord to = work.record;
        applyFields(to);
        if (to.domains() != null || !merge) {
            applyDomains(to.domainsByName());
        }
        attributes = OrganizationWork.ATTRIBUTES.wanted(work, organization.attributes(), merge);
    }

    boolean changesAnything() {
        return rowChanged || domainsChanged || changesAttributes();
    }

    boolean changesAttributes() {
        return !OrganizationWork.ATTRIBUTES.same(organization.attributes(), attributes);
    }

    List<OrganizationDomainEntity> newDomains() {
        return newDomains;
    }

    /** Attributes of the organization after the change. */
    Map<String, List<String>> attributes() {
        return attributes;
    }

    Set<String> addedDomains() {
        return names(newDomains);
    }

    List<OrganizationDomainEntity> obsoleteDomains() {
        return obsoleteDomains;
    }

    Set<String> removedDomains() {
        return names(obsoleteDomains);
    }

    private static Set<String> names(List<OrganizationDomainEntity> domains) {
        return domains.stream().map(OrganizationDomainEntity::getName).collect(Collectors.toSet());
    }

    ExistingOrganization organization() {
        return organization;
    }

    private void applyFields(OrganizationRecord to) {
        var entity = organization.entity();
        set(to.name() == null, entity.getName(), to.name(), entity::setName);
        set(to.enabled() == null, entity.isEnabled(), to.enabled() == null || to.enabled(), entity::setEnabled);
        set(to.description() == null, entity.getDescription(), to.description(), entity::setDescription);
        set(to.redirectUrl() == null, entity.getRedirectUrl(), to.storedRedirectUrl(), entity::setRedirectUrl);
    }

    private <T> void set(boolean absent, T now, T then, Consumer<T> setter) {
        if ((!absent || !merge) && !Objects.equals(now, then)) {
            setter.accept(then);
            rowChanged = true;
        }
    }

    private void applyDomains(Map<String, OrganizationRecord.Domain> wanted) {
        Set<String> missing = new HashSet<>(wanted.keySet());
        for (OrganizationDomainEntity domain : organization.domains()) {
            OrganizationRecord.Domain to = wanted.get(domain.getName());
            missing.remove(domain.getName());
            if (to != null) {
                applyVerified(domain, to.verified());
            } else if (!merge) {
                obsoleteDomains.add(domain);
            }
        }
        wanted.forEach((name, domain) -> {
            if (missing.contains(name)) {
                newDomains.add(OrganizationRows.domain(organization.entity(), name, domain));
            }
        });
        domainsChanged |= !newDomains.isEmpty() || !obsoleteDomains.isEmpty();
    }

    private void applyVerified(OrganizationDomainEntity domain, Boolean verified) {
        boolean unmentioned = merge && verified == null;
        Boolean to = Boolean.TRUE.equals(verified);
        if (!unmentioned && !to.equals(domain.isVerified())) {
            domain.setVerified(to);
            domainsChanged = true;
        }
    }
}
