// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import jakarta.enterprise.event.Observes;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.infinispan.notifications.Listener;
import org.junit.jupiter.api.Test;

/**
 * The hooks: classes that have a type of the server, or that a part of the server finds by an annotation. A hook
 * catches the exceptions of its own code, or is listed below with the reason why not.
 */
class HooksTest {

    private static final Set<String> SAFE = Set.of(FailSafe.class.getName(), TimedCalls.class.getName());

    private static final String CALLED_BY_SAFE_CODE = "ObserverHandle calls it, and catches everything";
    private static final String MADE_ONCE =
            "creates an observer when the server starts, which ObserverDispatch catches";
    private static final String ENDPOINT = "an endpoint of ours: its errors are those of its own calls";
    private static final String OF_A_SAFE_SUPERCLASS = "its superclass catches";

    /** Hooks without a catch of their own, by simple name. */
    private static final Map<String, String> EXCEPTIONS = Map.ofEntries(
            Map.entry("HistoryWriter", CALLED_BY_SAFE_CODE),
            Map.entry("JavaagentObserver", CALLED_BY_SAFE_CODE),
            Map.entry("OpenTelemetryObserver", CALLED_BY_SAFE_CODE),
            Map.entry("RecentWork", CALLED_BY_SAFE_CODE),
            Map.entry("SlowRequestLog", CALLED_BY_SAFE_CODE),
            Map.entry("OpenTelemetryObserverFactory", MADE_ONCE),
            Map.entry("RequestObserverSpi", "has constants only"),
            Map.entry("RequestTimingsResourceProviderFactory", ENDPOINT),
            Map.entry("ResourceProvider", ENDPOINT),
            Map.entry("TimedArgon2Factory", OF_A_SAFE_SUPERCLASS),
            Map.entry("TimedDefaultHttpClientFactory", OF_A_SAFE_SUPERCLASS),
            Map.entry("TimedPbkdf2Factory", OF_A_SAFE_SUPERCLASS),
            Map.entry("TimedPbkdf2Sha256Factory", OF_A_SAFE_SUPERCLASS),
            Map.entry("TimedPbkdf2Sha512Factory", OF_A_SAFE_SUPERCLASS),
            Map.entry("TimedTracingHttpClientFactory", OF_A_SAFE_SUPERCLASS),
            Map.entry("SlowRequestLogFactory", MADE_ONCE),
            Map.entry("ThresholdFactory", MADE_ONCE));

    @Test
    void eachHookCatchesWhatItsOwnCodeThrows() {
        Set<String> unsafe = new TreeSet<>();
        for (JavaClass type : hooks()) {
            if (!isSafe(type)) {
                unsafe.add(type.getSimpleName());
            }
        }

        assertThat(unsafe).isEqualTo(new TreeSet<>(EXCEPTIONS.keySet()));
    }

    private static Set<JavaClass> hooks() {
        JavaClasses all = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("io.keylift.metrics");
        return all.stream().filter(HooksTest::isHook).collect(Collectors.toSet());
    }

    private static boolean isHook(JavaClass type) {
        boolean isOfTheServer = !type.isInterface()
                && Stream.concat(type.getAllRawSuperclasses().stream(), type.getAllRawInterfaces().stream())
                        .map(JavaClass::getName)
                        .anyMatch(name -> !name.startsWith("java.") && !name.startsWith("io.keylift."));
        boolean isFound = type.isAnnotatedWith(Listener.class)
                || type.getMethods().stream()
                        .flatMap(method -> method.getParameters().stream())
                        .anyMatch(parameter -> parameter.isAnnotatedWith(Observes.class));
        return isOfTheServer || isFound;
    }

    /** A nested class may be the hook of the class around it. */
    private static boolean isSafe(JavaClass type) {
        return type.getDirectDependenciesFromSelf().stream()
                        .anyMatch(dependency ->
                                SAFE.contains(dependency.getTargetClass().getName()))
                || type.getEnclosingClass().map(HooksTest::isSafe).orElse(false);
    }
}
