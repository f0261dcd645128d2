// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.mapper;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.keylift.capability.evaluation.Effective;
import io.keylift.capability.evaluation.Evaluation;
import io.keylift.hook.Guard;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;
import org.keycloak.models.ClientSessionContext;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.ProtocolMapperContainerModel;
import org.keycloak.models.ProtocolMapperModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserSessionModel;
import org.keycloak.protocol.ProtocolMapperConfigException;
import org.keycloak.protocol.oidc.mappers.AbstractOIDCProtocolMapper;
import org.keycloak.protocol.oidc.mappers.OIDCAccessTokenMapper;
import org.keycloak.protocol.oidc.mappers.OIDCAttributeMapperHelper;
import org.keycloak.protocol.oidc.mappers.OIDCIDTokenMapper;
import org.keycloak.protocol.oidc.mappers.TokenIntrospectionTokenMapper;
import org.keycloak.protocol.oidc.mappers.UserInfoTokenMapper;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.representations.IDToken;

/**
 * Adds a claim with the names of capabilities and sets: those of the roles in the client's scope and, if the client has
 * full scope, those assigned directly to the user. If the list is too long, the token has a marker claim instead.
 * If the claim cannot be made, the token has neither.
 */
public final class CapabilityMapper extends AbstractOIDCProtocolMapper
        implements OIDCAccessTokenMapper, OIDCIDTokenMapper, UserInfoTokenMapper, TokenIntrospectionTokenMapper {

    private static final Logger LOG = Logger.getLogger(CapabilityMapper.class);

    private final Guard guard = new Guard("capabilities in tokens");
    private final List<ProviderConfigProperty> properties = new ArrayList<>(ClaimSettings.properties());

    public CapabilityMapper() {
        OIDCAttributeMapperHelper.addIncludeInTokensConfig(properties, CapabilityMapper.class);
    }

    @Override
    public String getId() {
        return "keylift-capability-mapper";
    }

    @Override
    public String getDisplayType() {
        return "Capabilities";
    }

    @Override
    public String getDisplayCategory() {
        return TOKEN_MAPPER_CATEGORY;
    }

    @Override
    public String getHelpText() {
        return "Adds the names of the user's capabilities and sets to a claim.";
    }

    @Override
    public List<ProviderConfigProperty> getConfigProperties() {
        return List.copyOf(properties);
    }

    @Override
    public void validateConfig(
            KeycloakSession session,
            RealmModel realm,
            ProtocolMapperContainerModel container,
            ProtocolMapperModel mapper)
            throws ProtocolMapperConfigException {
        ClaimSettings.check(mapper.getConfig());
        ClaimPaths.check(mapper, getId(), container.getProtocolMappersStream().toList());
    }

    @Override
    protected void setClaim(
            IDToken token,
            ProtocolMapperModel mapper,
            UserSessionModel userSession,
            KeycloakSession session,
            ClientSessionContext context) {
        guard.run(() -> addClaim(token, mapper, userSession, session, context));
    }

    private static void addClaim(
            IDToken token,
            ProtocolMapperModel mapper,
            UserSessionModel userSession,
            KeycloakSession session,
            ClientSessionContext context) {
        ClaimSettings settings = ClaimSettings.of(mapper.getConfig());
        ArrayNode names = JsonNodeFactory.instance.arrayNode();
        settings.names(effective(session, userSession, context).all()).forEach(names::add);
        ProtocolMapperModel claim = new ProtocolMapperModel();
        claim.setName(mapper.getName());
        // A JSON node, because Keycloak adds no claim for an empty list.
        if (names.toString().getBytes(StandardCharsets.UTF_8).length <= settings.maxBytes()) {
            map(token, claim, settings.claim(), names);
        } else {
            map(token, claim, settings.marker(), BooleanNode.TRUE);
        }
    }

    /**
     * The mappers of a client and of its client scopes are not validated against each other. If another mapper has
     * added a list, a claim cannot be nested in it.
     */
    private static void map(IDToken token, ProtocolMapperModel mapper, String claim, JsonNode value) {
        mapper.setConfig(Map.of(ClaimSettings.CLAIM, claim));
        try {
            OIDCAttributeMapperHelper.mapClaim(token, mapper, value);
        } catch (ClassCastException e) {
            LOG.warnf(
                    "The token has no claim %s of the mapper \"%s\", because a parent of this claim is not an object",
                    claim, mapper.getName());
        }
    }

    private static Effective effective(
            KeycloakSession session, UserSessionModel userSession, ClientSessionContext context) {
        boolean isFullScope = context.getClientSession().getClient().isFullScopeAllowed();
        List<RoleModel> roles = context.getRolesStream().toList();
        return Evaluation.of(session)
                .of(
                        userSession.getRealm(),
                        roles,
                        isFullScope ? userSession.getUser().getId() : null);
    }
}
