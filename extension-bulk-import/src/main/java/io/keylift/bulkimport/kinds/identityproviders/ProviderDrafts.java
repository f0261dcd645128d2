// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.SecretMask;
import io.keylift.request.Pointers;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.keycloak.broker.oidc.IssuerValidation;
import org.keycloak.broker.provider.IdentityProviderFactory;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.jpa.entities.IdentityProviderEntity;

/**
 * Drafts the identity provider of each record. The class of its type completes and checks the settings. Overwriting
 * works like {@code PUT /identity-provider/instances/{alias}}: omitted fields are reset, except secrets, the link to an
 * organization and mappers. Executes no SQL.
 */
final class ProviderDrafts {

    private static final int MAX_MESSAGE = 200;

    /** Part of Keycloak's message about a URL that is not secure. */
    private static final String INSECURE = "requires secure connections";

    private final RealmModel realm;
    private final boolean givesBack;
    private final ProviderTypes types;
    private final Flows flows;
    private final OrganizationLinks links;
    private final boolean merge;

    ProviderDrafts(ImportContext context, Flows flows, OrganizationLinks links, boolean merge) {
        realm = context.realm();
        givesBack = context.spec().givesBack();
        types = new ProviderTypes(context);
        this.flows = flows;
        this.links = links;
        this.merge = merge;
    }

    /** Sets the model of the work, or rejects the record. */
    @SuppressWarnings("deprecation") // the column exists
    void draft(IdentityProviderWork work) {
        IdentityProviderRecord record = work.record;
        String type = type(work);
        IdentityProviderFactory<?> factory = types.factory(type);
        if (work.isOpen() && factory == null) {
            work.item.reject(
                    RejectCode.INVALID, "/providerId", "The server does not have the type of this identity provider");
        }
        if (!work.isOpen()) {
            return;
        }
        IdentityProviderModel model = factory.createConfig();
        Map<String, String> config = config(work, model.getConfig(), types.secrets(type));
        links.settleDomain(work, config);
        IdentityProviderEntity before = merge && work.stored != null ? work.stored.row() : new IdentityProviderEntity();
        model.setInternalId(work.id);
        model.setAlias(record.alias());
        model.setProviderId(type);
        model.setDisplayName(first(record.displayName(), before.getDisplayName()));
        model.setEnabled(record.enabled() == null ? !isMerged(work) || before.isEnabled() : record.enabled());
        model.setTrustEmail(first(record.trustEmail(), before.isTrustEmail()));
        model.setStoreToken(first(record.storeToken(), before.isStoreToken()));
        model.setAddReadTokenRoleOnCreate(
                first(record.addReadTokenRoleOnCreate(), before.isAddReadTokenRoleOnCreate()));
        model.setAuthenticateByDefault(first(record.authenticateByDefault(), before.isAuthenticateByDefault()));
        model.setLinkOnly(first(record.linkOnly(), before.isLinkOnly()));
        model.setHideOnLogin(first(record.effectiveHideOnLogin(), before.isHideOnLogin()));
        model.setFirstBrokerLoginFlowId(flow(
                work,
                record.firstBrokerLoginFlowAlias(),
                "/firstBrokerLoginFlowAlias",
                before.getFirstBrokerLoginFlowId()));
        model.setPostBrokerLoginFlowId(flow(
                work,
                record.postBrokerLoginFlowAlias(),
                "/postBrokerLoginFlowAlias",
                before.getPostBrokerLoginFlowId()));
        model.setOrganizationId(work.organization);
        model.setConfig(config);
        if (work.isOpen()) {
            validate(work, model, types.secrets(type));
        }
        model.getConfig().values().removeIf(Objects::isNull);
        work.model = model;
        if (work.isOpen()) {
            work.decideChange();
        }
    }

    private boolean isMerged(IdentityProviderWork work) {
        return merge && work.stored != null;
    }

    private static <T> T first(T given, T before) {
        return given == null ? before : given;
    }

    private String flow(IdentityProviderWork work, String alias, String pointer, String before) {
        return alias == null ? before : flows.id(work.item, alias, pointer);
    }

    /** The type of the identity provider, which never changes. */
    private static String type(IdentityProviderWork work) {
        String given = work.record.providerId();
        if (work.stored == null) {
            if (given == null) {
                work.item.reject(
                        RejectCode.MISSING,
                        "/providerId",
                        "The type is missing. The realm has no identity provider with this alias, and a new one"
                                + " requires a type.");
            }
            return given;
        }
        String type = work.stored.row().getProviderId();
        if (given != null && !given.equals(type)) {
            work.item.reject(
                    RejectCode.CONFLICT, "/providerId", "The identity provider has another type, which cannot change");
        }
        return type;
    }

    private Map<String, String> config(IdentityProviderWork work, Map<String, String> defaults, Set<String> secrets) {
        Map<String, String> given = work.record.settings();
        Map<String, String> stored = work.stored == null ? Map.of() : work.stored.config();
        Map<String, String> config = new HashMap<>();
        if (isMerged(work)) {
            config.putAll(stored);
        } else if (defaults != null) {
            config.putAll(defaults);
        }
        given.forEach((name, value) -> {
            // An undo restores any value that a removed provider had.
            if (SecretMask.is(value) && !(givesBack && work.stored == null)) {
                keepSecret(work, name, stored, config);
            } else if (value != null && !value.isEmpty()) {
                config.put(name, value);
            } else if (isMerged(work)) {
                config.remove(name);
            }
        });
        for (String secret : secrets) {
            if (stored.containsKey(secret) && !given.containsKey(secret)) {
                config.put(secret, stored.get(secret));
            }
        }
        return config;
    }

    private static void keepSecret(
            IdentityProviderWork work, String name, Map<String, String> stored, Map<String, String> config) {
        if (work.stored == null) {
            work.item.reject(
                    RejectCode.INVALID,
                    Pointers.to("/config", name),
                    "The secret is masked, as in Keycloak's answers. A new identity provider needs the real secret, a"
                            + " reference to a vault, or none.");
        } else if (stored.containsKey(name)) {
            config.put(name, stored.get(name));
        } else {
            config.remove(name);
        }
    }

    /** The type may add settings. */
    private void validate(IdentityProviderWork work, IdentityProviderModel model, Set<String> secrets) {
        boolean enabled = model.isEnabled();
        if (model instanceof IssuerValidation) {
            // For an enabled provider it would look for the issuer among all providers of the realm: see Issuers.
            model.setEnabled(false);
        }
        try {
            model.validate(realm);
        } catch (RuntimeException e) { // types of other vendors may throw anything
            work.item.reject(RejectCode.INVALID, "/config", message(e, model.getConfig(), secrets));
        } finally {
            model.setEnabled(enabled);
        }
    }

    /** The message of the type, unless it contains a secret or a long value. */
    private static String message(RuntimeException fault, Map<String, String> config, Set<String> secrets) {
        String said = fault instanceof IllegalArgumentException ? fault.getMessage() : null;
        boolean tells = said == null
                || said.length() > MAX_MESSAGE
                || secrets.stream()
                        .map(config::get)
                        .anyMatch(secret -> secret != null && !secret.isEmpty() && said.contains(secret));
        String refused = "The type of the identity provider refuses these settings";
        if (tells) {
            return refused;
        }
        return said.contains(INSECURE)
                ? refused + ": " + said + ". Setting `sslRequired` of the realm decides which URLs must be secure."
                : refused + ": " + said;
    }
}
