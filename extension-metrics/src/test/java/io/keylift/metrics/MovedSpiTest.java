// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.keycloak.common.Profile;
import org.keycloak.connections.httpclient.HttpClientFactory;
import org.keycloak.credential.hash.PasswordHashProviderFactory;
import org.keycloak.email.EmailSenderProviderFactory;
import org.keycloak.provider.EnvironmentDependentProviderFactory;
import org.keycloak.provider.ProviderFactory;
import org.keycloak.transaction.JtaTransactionManagerLookup;

/** Our factories when Keycloak no longer has the ones they replace. */
class MovedSpiTest {

    @BeforeAll
    static void features() {
        Profile.defaults();
    }

    @AfterAll
    static void noFeatures() {
        Profile.reset();
    }

    @Test
    void withTheirsAllAreSupported() {
        assertThat(supported(PasswordHashProviderFactory.class, new Without("none")))
                .containsExactly("argon2", "pbkdf2", "pbkdf2-sha256", "pbkdf2-sha512");
        assertThat(supported(JtaTransactionManagerLookup.class, new Without("none")))
                .containsExactly("quarkus");
        // Tracing is not enabled here.
        assertThat(supported(HttpClientFactory.class, new Without("none"))).containsExactly("default");
        assertThat(supported(EmailSenderProviderFactory.class, new Without("none")))
                .containsExactly("default");
    }

    /** Keycloak leaves out what is not supported; what cannot be loaded would keep it from starting. */
    @Test
    void aHashThatIsGoneIsNotSupportedAndTheOthersAre() {
        ClassLoader moved = new Without("org.keycloak.credential.hash.Pbkdf2PasswordHashProviderFactory");

        assertThat(supported(PasswordHashProviderFactory.class, moved))
                .containsExactly("argon2", "pbkdf2-sha256", "pbkdf2-sha512");
    }

    @Test
    void theTransactionManagerOfAnotherServerIsLeftAlone() {
        ClassLoader moved = new Without("org.keycloak.quarkus.runtime.transaction.QuarkusJtaTransactionManagerLookup");

        assertThat(supported(JtaTransactionManagerLookup.class, moved)).isEmpty();
    }

    @Test
    void clientsAndSendersThatAreGoneAreLeftAlone() {
        assertThat(supported(
                        HttpClientFactory.class,
                        new Without("org.keycloak.connections.httpclient.DefaultHttpClientFactory")))
                .isEmpty();
        assertThat(supported(
                        EmailSenderProviderFactory.class,
                        new Without("org.keycloak.email.DefaultEmailSenderProviderFactory")))
                .isEmpty();
    }

    private static <F extends ProviderFactory<?>> List<String> supported(Class<F> spi, ClassLoader loader) {
        List<String> ids = new ArrayList<>();
        for (F factory : ServiceLoader.load(spi, loader)) {
            assertThat(factory.getClass().getClassLoader()).isSameAs(loader);
            if (((EnvironmentDependentProviderFactory) factory).isSupported(null)) {
                ids.add(factory.getId());
            }
            factory.order();
            factory.getConfigMetadata();
            factory.dependsOn();
            factory.close();
        }
        return ids;
    }

    /** Has our classes anew, so that they look for Keycloak's here, where this one is not. */
    private static final class Without extends ClassLoader {

        private final String missing;

        Without(String missing) {
            super(MovedSpiTest.class.getClassLoader());
            this.missing = missing;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(missing)) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("io.keylift.metrics.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }

        /** Hides all providers except ours. */
        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            String ours = KeyliftMetricsFactory.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toString();
            return Collections.enumeration(Collections.list(super.getResources(name)).stream()
                    .filter(resource -> resource.toString().startsWith(ours))
                    .toList());
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
