// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.shared.table.AttributeTable;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.keycloak.models.ModelValidationException;
import org.keycloak.organization.utils.Organizations;
import org.keycloak.validate.BuiltinValidators;

/**
 * Rules for an organization that need no look-up: those of Keycloak's Admin API and the lengths of Keycloak's columns.
 */
final class OrganizationRules {

    static final int MAX_NAME = 255;
    static final int MAX_DESCRIPTION = 4000;
    static final int MAX_REDIRECT_URL = 2048;
    static final int MAX_DOMAIN = 255;
    static final int MAX_ATTRIBUTE = 255;

    /**
     * The characters that Keycloak's ReservedCharValidator refuses. That class is not used because it logs a warning
     * for each refusal.
     */
    private static final Pattern RESERVED_IN_ALIAS = Pattern.compile("[\\s:/?#@!$&()*+,;=\\[\\]\\\\]");

    private final IfExists ifExists;

    OrganizationRules(IfExists ifExists) {
        this.ifExists = ifExists;
    }

    static void rejectDisabled(Item<OrganizationRecord> item) {
        item.reject(
                RejectCode.ORGANIZATIONS_DISABLED,
                "",
                "Organizations are disabled for this realm. Enable them in the realm settings.");
    }

    void check(Item<OrganizationRecord> item) {
        OrganizationRecord organization = item.record();
        checkUnsupported(item, "members", organization.members());
        checkUnsupported(item, "identityProviders", organization.identityProviders());
        checkUnsupported(item, "groups", organization.groups());
        TextRules.checkId(item, organization.requestedId(), "/id");
        checkNames(item, organization);
        TextRules.check(item, organization.description(), MAX_DESCRIPTION, "/description");
        checkRedirectUrl(item, organization.redirectUrl());
        AttributeTable.check(item, organization.attributes(), MAX_ATTRIBUTE);
        checkDomains(item, organization);
    }

    /** Checks only the key of an organization. */
    static void checkAlias(Item<OrganizationRecord> item) {
        String alias = item.record().effectiveAlias();
        if (alias == null || alias.isBlank()) {
            item.reject(RejectCode.MISSING, "/alias", "The alias is missing");
        } else {
            TextRules.check(item, alias, MAX_NAME, "/alias");
        }
    }

    private static void checkUnsupported(Item<OrganizationRecord> item, String field, List<Object> value) {
        if (value != null && !value.isEmpty()) {
            item.reject(RejectCode.UNSUPPORTED_FIELD, "/" + field, "An import of organizations cannot have " + field);
        }
    }

    private void checkNames(Item<OrganizationRecord> item, OrganizationRecord organization) {
        boolean aliasGiven =
                organization.alias() != null && !organization.alias().isEmpty();
        // A merge may omit the name; whether the organization exists is checked later.
        boolean nameMayBeAbsent = ifExists == IfExists.MERGE && aliasGiven && organization.name() == null;
        if (!nameMayBeAbsent
                && (organization.name() == null || organization.name().isBlank())) {
            item.reject(RejectCode.MISSING, "/name", "The name is missing");
            return;
        }
        TextRules.check(item, organization.name(), MAX_NAME, "/name");
        if (aliasGiven) {
            TextRules.check(item, organization.alias(), MAX_NAME, "/alias");
            checkReserved(item, "/alias", organization.alias(), "An alias must not contain ");
        } else {
            checkReserved(item, "/name", organization.name(), "A name that is also the alias must not contain ");
        }
    }

    private static void checkReserved(Item<OrganizationRecord> item, String pointer, String alias, String rule) {
        Matcher reserved = RESERVED_IN_ALIAS.matcher(alias);
        if (reserved.find()) {
            String found = reserved.group();
            item.reject(RejectCode.INVALID, pointer, rule + (found.isBlank() ? "a blank" : "'" + found + "'"));
        }
    }

    private static void checkRedirectUrl(Item<OrganizationRecord> item, String url) {
        TextRules.check(item, url, MAX_REDIRECT_URL, "/redirectUrl");
        if (!BuiltinValidators.uriValidator().validate(url).isValid()) {
            item.reject(RejectCode.INVALID, "/redirectUrl", "The redirect URL is not a valid http or https URL");
        }
    }

    private static void checkDomains(Item<OrganizationRecord> item, OrganizationRecord organization) {
        List<OrganizationRecord.Domain> domains = organization.domains();
        for (int i = 0; domains != null && i < domains.size() && !item.isRejected(); i++) {
            if (domains.get(i) != null) {
                checkDomain(item, domainPointer(i), domains.get(i).storedName());
            }
        }
    }

    /** JSON pointer to the name of the domain at this index of the record. */
    static String domainPointer(int index) {
        return "/domains/" + index + "/name";
    }

    private static void checkDomain(Item<OrganizationRecord> item, String pointer, String name) {
        if (name == null || name.isBlank()) {
            item.reject(RejectCode.MISSING, pointer, "The name is missing");
            return;
        }
        TextRules.check(item, name, MAX_DOMAIN, pointer);
        if (item.isRejected()) {
            return;
        }
        try {
            Organizations.validateDomain(name);
        } catch (ModelValidationException e) {
            item.reject(RejectCode.INVALID, pointer, e.getMessage());
        }
    }
}
