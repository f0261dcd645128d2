// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.TimedCalls;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.PhaseCounts;
import java.io.ByteArrayInputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.keycloak.connections.httpclient.HttpClientProvider;
import org.keycloak.email.EmailSenderProvider;
import org.keycloak.storage.ldap.idm.store.ldap.LDAPIdentityStore;

/** A method that a Keycloak version adds must not be forgotten. */
class TimedProvidersTest {

    @Test
    void eachMethodOfASenderIsTimed() throws ReflectiveOperationException {
        assertThat(notTimed(EmailSenderProvider.class, Phase.SMTP, TimedEmailSender::new))
                .containsExactly("close");
    }

    /** The client that it returns times its calls itself. */
    @Test
    void eachMethodOfAnHttpClientIsTimed() throws ReflectiveOperationException {
        assertThat(notTimed(HttpClientProvider.class, Phase.HTTP, TimedHttpClientProvider::new))
                .containsExactly("close", "getHttpClient", "getMaxConsumedResponseSize");
    }

    /** The others read the configuration. */
    @Test
    void eachMethodOfADirectoryIsTimed() {
        Set<String> timed = methods(TimedLdapStore.class).collect(Collectors.toSet());

        assertThat(methods(LDAPIdentityStore.class).filter(name -> !timed.contains(name)))
                .containsExactlyInAnyOrder("getConfig", "getPasswordModificationTimeAttributeName");
    }

    private static Stream<String> methods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .map(Method::getName);
    }

    /** The methods of the provider during which the phase is not open. */
    private static <P> Set<String> notTimed(Class<P> type, Phase phase, BiFunction<P, TimedCalls, P> timing)
            throws ReflectiveOperationException {
        PhaseCounts phases = new PhaseCounts();
        Set<String> notTimed = new TreeSet<>();
        Set<String> called = new TreeSet<>();
        InvocationHandler provider = (self, method, arguments) -> {
            called.add(method.getName());
            if (!phases.isIn(phase)) {
                notTimed.add(method.getName());
            }
            return result(method.getReturnType());
        };
        P timed = timing.apply(
                type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, provider)),
                new TimedCalls(phase, () -> phases, new FailSafe("calls")));
        for (Method method : type.getMethods()) {
            method.invoke(timed, new Object[method.getParameterCount()]);
            assertThat(phases.isIn(phase)).isFalse();
        }
        assertThat(called).isNotEmpty();
        return notTimed;
    }

    private static Object result(Class<?> type) {
        if (type == int.class) {
            return 200;
        }
        if (type == long.class) {
            return 1L;
        }
        return type.isInterface()
                        || type == void.class
                        || type == String.class
                        || type.getName().contains("Http")
                ? null
                : new ByteArrayInputStream(new byte[0]);
    }
}
