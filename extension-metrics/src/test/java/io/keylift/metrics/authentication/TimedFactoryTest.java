// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.metrics.FailSafe;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.keycloak.authentication.AuthenticationFlowContext;
import org.keycloak.authentication.AuthenticationFlowError;
import org.keycloak.authentication.AuthenticationFlowException;
import org.keycloak.authentication.Authenticator;
import org.keycloak.authentication.AuthenticatorFactory;
import org.keycloak.authentication.authenticators.browser.CookieAuthenticator;
import org.keycloak.authentication.authenticators.browser.CookieAuthenticatorFactory;
import org.keycloak.authentication.authenticators.conditional.ConditionalAuthenticator;
import org.keycloak.authentication.authenticators.conditional.ConditionalRoleAuthenticatorFactory;
import org.keycloak.models.KeycloakSession;

class TimedFactoryTest {

    private final List<String> steps = new ArrayList<>();

    @Test
    void aTimedFactoryIsWhatTheOriginalIs() {
        ConditionalRoleAuthenticatorFactory original = new ConditionalRoleAuthenticatorFactory();
        AuthenticatorFactory timed = timed(original);

        assertThat(timed.getId()).isEqualTo(original.getId());
        assertThat(timed.getRequirementChoices()).isEqualTo(original.getRequirementChoices());
        assertThat(timed.create(null)).isInstanceOf(ConditionalAuthenticator.class);
        assertThat(timed.equals(timed)).isTrue();
        assertThat(timed.equals(timed(original))).isFalse();
    }

    @Test
    void whatAFactoryCreatesOnceIsMadeToTellOnce() {
        AuthenticatorFactory ofOne = timed(new CookieAuthenticatorFactory());
        AuthenticatorFactory ofMany = timed(new Failing());

        assertThat(ofOne.create(null)).isSameAs(ofOne.create(null));
        assertThat(ofMany.create(null)).isNotSameAs(ofMany.create(null));
    }

    @Test
    void eachStepIsTold() {
        Authenticator timed = timed(new Failing()).create(null);
        assertThat(timed.requiresUser()).isFalse();

        timed.action(null);

        assertThat(steps).containsExactly("auth-cookie");
    }

    /** Keycloak chooses its response by the exception. */
    @Test
    void aStepThatFailsThrowsItsOwnException() {
        Authenticator timed = timed(new Failing()).create(null);

        assertThatThrownBy(() -> timed.authenticate(null))
                .isInstanceOfSatisfying(
                        AuthenticationFlowException.class,
                        thrown -> assertThat(thrown.getError()).isEqualTo(AuthenticationFlowError.USER_DISABLED));
        assertThat(steps).containsExactly("auth-cookie");
    }

    private AuthenticatorFactory timed(AuthenticatorFactory factory) {
        return (AuthenticatorFactory) TimedFactory.of(
                factory,
                (id, nanos) -> {
                    assertThat(nanos).isPositive();
                    steps.add(id);
                },
                new FailSafe("steps"));
    }

    private static final class Failing extends CookieAuthenticatorFactory {

        @Override
        public Authenticator create(KeycloakSession session) {
            return new CookieAuthenticator() {
                @Override
                public void authenticate(AuthenticationFlowContext context) {
                    throw new AuthenticationFlowException(AuthenticationFlowError.USER_DISABLED);
                }
            };
        }
    }
}
