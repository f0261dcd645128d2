// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.keycloak.authorization.policy.provider.PolicyProviderFactory;

/** Our providers when Keycloak's internal SPI of policies has moved. */
class MovedSpiTest {

    private static final String SPI = PolicyProviderFactory.class.getName();

    /** As a Keycloak would do it that has moved the SPI: it looks for providers under other names. */
    @Test
    void everythingElseLoadsWithoutTheSpi() throws Exception {
        ClassLoader loader = new Without(name -> name.startsWith("org.keycloak.authorization.policy."));
        List<String> loaded = new ArrayList<>();
        for (Path service : services()) {
            if (!service.getFileName().toString().equals(SPI)) {
                for (String provider : Files.readAllLines(service)) {
                    assertThat(loader.loadClass(provider).getConstructor().newInstance())
                            .isNotNull();
                    loaded.add(provider);
                }
            }
        }

        assertThat(loaded)
                .contains("io.keylift.capability.mapper.CapabilityMapper")
                .hasSizeGreaterThan(10);
        assertThatThrownBy(() -> loader.loadClass(CapabilityPolicyProviderFactory.class.getName())
                        .getConstructor())
                .isInstanceOf(NoClassDefFoundError.class);
    }

    /**
     * As a Keycloak would do it that has kept the SPI's name alone: what ends with an error here would end its start.
     */
    @Test
    void theFactoryLoadsEvenIfAllThatItsSpiIsMadeOfHasMoved() throws Exception {
        ClassLoader loader = new Without(name -> !name.equals(SPI)
                && (name.startsWith("org.keycloak.authorization.")
                        || name.startsWith("org.keycloak.representations.idm.authorization.")));

        List<String> found = new ArrayList<>();
        for (PolicyProviderFactory<?> factory : ServiceLoader.load(PolicyProviderFactory.class, loader)) {
            factory.init(null);
            factory.postInit(null);
            found.add(factory.getId() + " " + factory.getName());
            factory.close();
        }

        assertThat(found).containsExactly("capability Capability");
        assertThatThrownBy(() -> loader.loadClass("org.keycloak.authorization.model.Policy"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    private static List<Path> services() throws IOException, URISyntaxException {
        try (Stream<Path> services = Files.list(Path.of(classes().toURI()).resolve("META-INF/services"))) {
            return services.toList();
        }
    }

    private static URL classes() {
        return CapabilityPolicyProviderFactory.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation();
    }

    /** Has our classes anew, so that they look for Keycloak's here, where some of these are not. */
    private static final class Without extends ClassLoader {

        private final Predicate<String> missing;

        Without(Predicate<String> missing) {
            super(MovedSpiTest.class.getClassLoader());
            this.missing = missing;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (missing.test(name)) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("io.keylift.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }

        /** Of the providers only ours. */
        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            return Collections.enumeration(Collections.list(super.getResources(name)).stream()
                    .filter(resource -> resource.toString().startsWith(classes().toString()))
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
