// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import static io.keylift.request.Pointers.to;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.keycloak.models.OrganizationModel;
import org.keycloak.representations.idm.IdentityProviderMapperRepresentation;

/** Rules for an identity provider that need no look-up. */
final class IdentityProviderRules {

    /**
     * The characters that Keycloak's ReservedCharValidator refuses, and braces, which Keycloak refuses as a template of
     * a path. That class is not used because it logs a warning for each refusal.
     */
    private static final Pattern RESERVED = Pattern.compile("[\\s:/?#@!$&()*+,;={}\\[\\]\\\\]");

    private final ProviderTypes types;
    private final boolean strictIds;

    IdentityProviderRules(ImportContext context) {
        types = new ProviderTypes(context);
        strictIds = context.spec().ids() == IdMode.STRICT;
    }

    void check(Item<IdentityProviderRecord> item) {
        IdentityProviderRecord provider = item.record();
        if (provider.organizationId() != null && !provider.organizationId().isEmpty()) {
            item.reject(
                    RejectCode.UNSUPPORTED_FIELD,
                    "/organizationId",
                    "An import reads no id of an organization here. Give its alias or id in `organization`.");
        }
        checkAlias(item);
        TextRules.checkId(item, provider.requestedId(), "/internalId");
        TextRules.check(item, provider.displayName(), TextRules.NAME, "/displayName");
        TextRules.check(item, provider.firstBrokerLoginFlowAlias(), TextRules.NAME, "/firstBrokerLoginFlowAlias");
        TextRules.check(item, provider.postBrokerLoginFlowAlias(), TextRules.NAME, "/postBrokerLoginFlowAlias");
        TextRules.check(item, provider.organization(), TextRules.NAME, "/organization");
        if (TextRules.check(item, provider.providerId(), TextRules.NAME, "/providerId")
                && provider.providerId() != null
                && types.factory(provider.providerId()) == null) {
            item.reject(
                    RejectCode.INVALID, "/providerId", "The server has no type of identity provider with this name");
        }
        checkConfig(item, "/config", provider.config());
        if (provider.config() != null && provider.config().containsKey(OrganizationModel.ORGANIZATION_ATTRIBUTE)) {
            item.reject(
                    RejectCode.UNSUPPORTED_FIELD,
                    to("/config", OrganizationModel.ORGANIZATION_ATTRIBUTE),
                    "Keycloak stores the organization elsewhere. Give its alias or id in `organization`.");
        }
        checkMappers(item);
    }

    /** Checks only the key of an identity provider. */
    static void checkAlias(Item<IdentityProviderRecord> item) {
        String alias = item.record().alias();
        if (alias == null || alias.isEmpty()) {
            item.reject(RejectCode.MISSING, "/alias", "The alias is missing");
        } else if (TextRules.check(item, alias, TextRules.NAME, "/alias")) {
            Matcher reserved = RESERVED.matcher(alias);
            if (reserved.find()) {
                String found = reserved.group();
                item.reject(
                        RejectCode.INVALID,
                        "/alias",
                        "An alias must not contain " + (found.isBlank() ? "a blank" : "'" + found + "'"));
            }
        }
    }

    private static void checkConfig(Item<?> item, String pointer, Map<String, String> config) {
        if (config != null) {
            config.forEach((name, value) -> {
                TextRules.check(item, name, TextRules.NAME, to(pointer, name));
                TextRules.check(item, value, to(pointer, name));
            });
        }
    }

    private void checkMappers(Item<IdentityProviderRecord> item) {
        IdentityProviderRecord provider = item.record();
        Set<String> names = new HashSet<>();
        Set<String> ids = new HashSet<>();
        for (int i = 0; provider.mappers() != null && i < provider.mappers().size(); i++) {
            IdentityProviderMapperRepresentation mapper = provider.mappers().get(i);
            String pointer = to("/mappers", i);
            if (mapper == null) {
                item.reject(RejectCode.MISSING, pointer, "The mapper is missing");
                continue;
            }
            checkMapper(item, mapper, pointer);
            if (mapper.getName() != null && !names.add(mapper.getName())) {
                item.reject(RejectCode.INVALID, pointer + "/name", "An earlier mapper of the record has this name");
            }
            if (!strictIds && !ids.add(mapper.getId())) {
                mapper.setId(null);
            }
        }
    }

    private void checkMapper(
            Item<IdentityProviderRecord> item, IdentityProviderMapperRepresentation mapper, String pointer) {
        TextRules.checkId(item, mapper.getId(), pointer + "/id");
        checkName(item, mapper.getName(), pointer + "/name");
        checkName(item, mapper.getIdentityProviderMapper(), pointer + "/identityProviderMapper");
        String alias = mapper.getIdentityProviderAlias();
        if (alias != null && !alias.equals(item.record().alias())) {
            item.reject(
                    RejectCode.INVALID,
                    pointer + "/identityProviderAlias",
                    "The alias must be that of the record's identity provider, or absent");
        }
        checkConfig(item, pointer + "/config", mapper.getConfig());
        if (!item.isRejected() && !types.hasMapper(mapper.getIdentityProviderMapper())) {
            item.reject(
                    RejectCode.INVALID,
                    pointer + "/identityProviderMapper",
                    "The server has no identity provider mapper of this type");
        }
    }

    private static void checkName(Item<?> item, String name, String pointer) {
        if (name == null || name.isBlank()) {
            item.reject(RejectCode.MISSING, pointer, "A mapper requires a name and a type");
        }
        TextRules.check(item, name, TextRules.NAME, pointer);
    }
}
