// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.keycloak.OAuth2Constants;
import org.keycloak.http.HttpRequest;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.utils.KeycloakSessionUtil;

/** The grant types of this server. Any other grant type of a request counts as {@value #OTHER}. */
final class GrantTypes {

    private static final String OTHER = "other";

    private static final String SPI = "oauth2-grant-type";

    /** Each grant type by its text: a new string of a request has no cached hash, and is not kept. */
    private final Map<String, String> known;

    GrantTypes(Set<String> known) {
        this.known = known.stream().collect(Collectors.toUnmodifiableMap(Function.identity(), Function.identity()));
    }

    /** Returns the grant types of this server; none if Keycloak no longer has the SPI. */
    static GrantTypes of(KeycloakSessionFactory factory) {
        return new GrantTypes(factory.getSpis().stream()
                .filter(spi -> spi.getName().equals(SPI))
                .flatMap(spi -> factory.getProviderFactoriesStream(spi.getProviderClass()))
                .map(found -> found.getId())
                .collect(Collectors.toSet()));
    }

    /** Returns the grant type of a token request. */
    String of(HttpRequest request) {
        return named(asked(request));
    }

    /** The grant type of this thread's token request; {@code null} if the server has not read the request's body. */
    static String askedOfThisThread() {
        try {
            return asked(KeycloakSessionUtil.getKeycloakSession().getContext().getHttpRequest());
        } catch (RuntimeException e) {
            // Before the request is complete, the server owes no answer.
            return null;
        }
    }

    private static String asked(HttpRequest request) {
        return request.getDecodedFormParameters().getFirst(OAuth2Constants.GRANT_TYPE);
    }

    String named(String asked) {
        return asked == null ? OTHER : known.getOrDefault(asked, OTHER);
    }
}
