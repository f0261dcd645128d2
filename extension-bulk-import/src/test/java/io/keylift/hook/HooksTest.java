// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.hook;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.vertx.core.Handler;
import jakarta.enterprise.event.Observes;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.keycloak.protocol.ProtocolMapper;
import org.keycloak.provider.Provider;
import org.keycloak.provider.ProviderEvent;
import org.keycloak.provider.ProviderFactory;

/**
 * Code that Keycloak's own requests call: providers, their factories, filters and listeners. Each has a guard, or
 * stands below with the reason.
 */
@AnalyzeClasses(packages = "io.keylift", importOptions = ImportOption.DoNotIncludeTests.class)
class HooksTest {

    private static final String CONSTANTS = "has constants only";
    private static final String CREATES_GUARDED = "creates providers with a guard of its superclass";
    private static final String CALLED_BY_GUARDED = "hooks with a guard and endpoints of ours call it";
    private static final String ENDPOINT = "an endpoint of ours: its errors are those of its own calls";
    private static final String OF_IMPORTS = "imports and exports call it, and no request of Keycloak does";
    private static final String CATCHES_ONE = "Keycloak's own, except that it answers one exception of ours";
    private static final String THROWS_ONE = "Keycloak's own, except that it throws one exception of ours";
    private static final String REFUSES = "refuses a value by an exception, as Keycloak's own does";

    /** Hooks without a guard of their own, by simple name. */
    private static final Map<String, String> EXCEPTIONS = Map.ofEntries(
            Map.entry("BcryptFactory", CREATES_GUARDED),
            Map.entry("Pbkdf2Factory", CREATES_GUARDED),
            Map.entry("PhpassFactory", CREATES_GUARDED),
            Map.entry("SaltedMd5Factory", CREATES_GUARDED),
            Map.entry("SaltedShaFactory", CREATES_GUARDED),
            Map.entry("ScryptFactory", CREATES_GUARDED),
            Map.entry("ShaCryptFactory", CREATES_GUARDED),
            Map.entry("AwayIdpUsernamePasswordFormFactory", CATCHES_ONE),
            Map.entry("AwayPasswordFormFactory", CATCHES_ONE),
            Map.entry("AwayUsernamePasswordFormFactory", CATCHES_ONE),
            Map.entry("AwayValidatePassword", CATCHES_ONE),
            Map.entry("Form", CATCHES_ONE),
            Map.entry("RemotePasswords", THROWS_ONE),
            Map.entry("RemotePasswordsFactory", THROWS_ONE),
            Map.entry("BulkExportResourceProviderFactory", ENDPOINT),
            Map.entry("CapabilitiesResourceProviderFactory", ENDPOINT),
            Map.entry("ResourceProvider", ENDPOINT),
            Map.entry("WaitingUsersProvider", ENDPOINT),
            Map.entry("WaitingUsersResourceFactory", ENDPOINT),
            Map.entry("CapabilityJpaEntityProvider", CONSTANTS),
            Map.entry("CapabilityJpaEntityProviderFactory", CONSTANTS),
            Map.entry("KeyliftJpaEntityProvider", CONSTANTS),
            Map.entry("KeyliftJpaEntityProviderFactory", CONSTANTS),
            Map.entry("Evaluation", CALLED_BY_GUARDED),
            Map.entry("RemovedHolders", CALLED_BY_GUARDED),
            Map.entry("CapturedProfile", OF_IMPORTS),
            Map.entry("ClientEvents", OF_IMPORTS),
            Map.entry("Instances", OF_IMPORTS),
            Map.entry("HashAlgorithm", REFUSES),
            Map.entry("HashAlgorithmPolicyFactory", REFUSES));

    @ArchTest
    static void eachHookCatchesWhatItsOwnCodeThrows(JavaClasses all) {
        Set<String> unsafe = new TreeSet<>();
        for (JavaClass type : all) {
            if (isHook(type) && !isGuarded(type)) {
                unsafe.add(type.getSimpleName());
            }
        }

        assertThat(unsafe).isEqualTo(new TreeSet<>(EXCEPTIONS.keySet()));
    }

    private static boolean isHook(JavaClass type) {
        boolean isProvider = !type.isInterface()
                && !type.isAssignableTo(ImportKind.class)
                && (type.isAssignableTo(Provider.class)
                        || type.isAssignableTo(ProviderFactory.class)
                        || type.isAssignableTo(ProtocolMapper.class)
                        || type.isAssignableTo(Handler.class));
        return isProvider
                || type.getMethods().stream()
                        .flatMap(method -> method.getParameters().stream())
                        .anyMatch(parameter -> parameter.isAnnotatedWith(Observes.class)
                                || parameter.getRawType().isEquivalentTo(ProviderEvent.class));
    }

    /** A nested class may be the hook of the class around it. */
    private static boolean isGuarded(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(dependency -> dependency.getTargetClass().isEquivalentTo(Guard.class))
                || type.getEnclosingClass().map(HooksTest::isGuarded).orElse(false);
    }
}
