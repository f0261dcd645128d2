// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.mapper;

import io.keylift.capability.Capability;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.keycloak.protocol.ProtocolMapperConfigException;
import org.keycloak.protocol.oidc.mappers.OIDCAttributeMapperHelper;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ProviderConfigurationBuilder;

/**
 * The options of a mapper. A blank filter option filters nothing.
 *
 * @param claim name of the claim; a dot nests claims unless a backslash precedes it
 * @param maxBytes maximum size of the list in a token, as JSON in UTF-8, in bytes
 */
record ClaimSettings(String claim, String prefix, String source, String type, boolean setsOnly, int maxBytes) {

    static final String CLAIM = OIDCAttributeMapperHelper.TOKEN_CLAIM_NAME;
    static final String PREFIX = "capability.prefix";
    static final String SOURCE = "capability.source";
    static final String TYPE = "capability.type";
    static final String SETS_ONLY = "capability.sets.only";
    static final String MAX_BYTES = "capability.max.bytes";

    private static final String DEFAULT_CLAIM = "capabilities";
    private static final int DEFAULT_MAX_BYTES = 4096;
    private static final String MARKER = "_overflow";

    /** Size of an empty list. */
    private static final int LEAST_BYTES = 2;

    static List<ProviderConfigProperty> properties() {
        return ProviderConfigurationBuilder.create()
                .property()
                .name(CLAIM)
                .label(OIDCAttributeMapperHelper.TOKEN_CLAIM_NAME_LABEL)
                .helpText(OIDCAttributeMapperHelper.TOKEN_CLAIM_NAME_TOOLTIP)
                .type(ProviderConfigProperty.STRING_TYPE)
                .defaultValue(DEFAULT_CLAIM)
                .add()
                .property()
                .name(PREFIX)
                .label("Prefix")
                .helpText("Only capabilities and sets whose names begin with this prefix.")
                .type(ProviderConfigProperty.STRING_TYPE)
                .add()
                .property()
                .name(SOURCE)
                .label("Source")
                .helpText("Only capabilities and sets of this source.")
                .type(ProviderConfigProperty.STRING_TYPE)
                .add()
                .property()
                .name(TYPE)
                .label("Type")
                .helpText("Only capabilities and sets of this type.")
                .type(ProviderConfigProperty.STRING_TYPE)
                .add()
                .property()
                .name(SETS_ONLY)
                .label("Sets only")
                .helpText("Adds the names of sets only, without the capabilities in them.")
                .type(ProviderConfigProperty.BOOLEAN_TYPE)
                .defaultValue("false")
                .add()
                .property()
                .name(MAX_BYTES)
                .label("Maximum size")
                .helpText("Maximum size of the list in a token, as JSON in UTF-8, in bytes. For a longer list, the"
                        + " token has the claim with _overflow appended to its name, with the value true.")
                .type(ProviderConfigProperty.STRING_TYPE)
                .defaultValue(String.valueOf(DEFAULT_MAX_BYTES))
                .add()
                .build();
    }

    /**
     * The settings in a mapper's config. An invalid maximum size, possible after a realm import, falls back to the
     * default.
     */
    static ClaimSettings of(Map<String, String> config) {
        String claim = text(config, CLAIM);
        int maxBytes;
        try {
            maxBytes = maxBytes(config);
        } catch (NumberFormatException e) {
            maxBytes = DEFAULT_MAX_BYTES;
        }
        return new ClaimSettings(
                claim == null ? DEFAULT_CLAIM : claim,
                text(config, PREFIX),
                text(config, SOURCE),
                text(config, TYPE),
                Boolean.parseBoolean(config.get(SETS_ONLY)),
                maxBytes);
    }

    static void check(Map<String, String> config) throws ProtocolMapperConfigException {
        try {
            if (maxBytes(config) >= LEAST_BYTES) {
                return;
            }
        } catch (NumberFormatException e) {
            // The message below says which values are valid.
        }
        throw new ProtocolMapperConfigException(
                "The maximum size must be a number of bytes of at least " + LEAST_BYTES, "invalidCapabilityMaxBytes");
    }

    private static int maxBytes(Map<String, String> config) {
        String maxBytes = text(config, MAX_BYTES);
        return maxBytes == null ? DEFAULT_MAX_BYTES : Integer.parseInt(maxBytes);
    }

    private static String text(Map<String, String> config, String name) {
        String text = config.get(name);
        return text == null || text.isBlank() ? null : text.strip();
    }

    /** Name of the claim that replaces a list that is too long. */
    String marker() {
        return claim + MARKER;
    }

    /** Names of the capabilities and sets that pass the filters, sorted. */
    List<String> names(Collection<Capability> capabilities) {
        return capabilities.stream()
                .filter(this::passes)
                .map(Capability::name)
                .sorted()
                .toList();
    }

    private boolean passes(Capability capability) {
        return (prefix == null || capability.name().startsWith(prefix))
                && (source == null || source.equals(capability.source()))
                && (type == null || type.equals(capability.type()))
                && (!setsOnly || capability.isSet());
    }
}
