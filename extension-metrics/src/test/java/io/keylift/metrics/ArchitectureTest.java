// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import static com.tngtech.archunit.base.DescribedPredicate.doNot;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;
import java.util.stream.Stream;

/** The packages of the extension, and the packages that each may use. */
@AnalyzeClasses(packages = "io.keylift.metrics", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String ROOT = "io.keylift.metrics";

    @ArchTest
    static final ArchRule nobodyKnowsTheImport =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.keylift.bulkimport..");

    @ArchTest
    static final ArchRule requestKnowsNothingElseOfOursButFailSafe = noClasses()
            .that()
            .resideInAPackage(ROOT + ".request..")
            .should()
            .dependOnClassesThat(resideInAPackage(ROOT + "..")
                    .and(resideOutsideOfPackages(ROOT + ".request.."))
                    .and(doNot(belongToAnyOf(FailSafe.class))));

    @ArchTest
    static final ArchRule databaseKnowsOnlyRequest = knowsOnly("database", "request");

    @ArchTest
    static final ArchRule cacheKnowsOnlyRequest = knowsOnly("cache", "request");

    @ArchTest
    static final ArchRule clusterKnowsNoOtherRoom = knowsOnly("cluster");

    @ArchTest
    static final ArchRule hashingKnowsOnlyRequest = knowsOnly("hashing", "request");

    @ArchTest
    static final ArchRule authenticationKnowsOnlyRequest = knowsOnly("authentication", "request");

    @ArchTest
    static final ArchRule outboundKnowsOnlyRequest = knowsOnly("outbound", "request");

    @ArchTest
    static final ArchRule observerKnowsOnlyRequestAndCluster = knowsOnly("observer", "request", "cluster");

    @ArchTest
    static final ArchRule recentKnowsOnlyRequest = knowsOnly("recent", "request");

    @ArchTest
    static final ArchRule historyKnowsOnlyRequestRecentAndObserver =
            knowsOnly("history", "request", "recent", "observer");

    @ArchTest
    static final ArchRule timingsKnowOnlyRequestRecentHistoryClusterAndObserver =
            knowsOnly("timings", "request", "recent", "history", "cluster", "observer");

    @ArchTest
    static final ArchRule onlyObserversKnowMicrometerAndOpenTelemetry = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".observer..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.micrometer..", "io.opentelemetry..");

    @ArchTest
    static final ArchRule noRoomWithoutADuty = noClasses()
            .should()
            .resideInAnyPackage("..util..", "..common..", "..helper..", "..service..", "..impl..", "..dto..");

    @ArchTest
    static final ArchRule noStaticMutableState = fields().that()
            .areStatic()
            .and()
            .areDeclaredInClassesThat()
            .resideInAPackage(ROOT + "..")
            .should(beImmutable());

    /** Holds for the packages with a duty of their own, not for the shared root. */
    private static ArchRule knowsOnly(String room, String... others) {
        String[] known = Stream.concat(Stream.of(room), Stream.of(others))
                .map(name -> ROOT + "." + name + "..")
                .toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(known[0])
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + ".*..").and(resideOutsideOfPackages(known)));
    }

    /** Mutable types: a static field of such a type is state that no shutdown releases. */
    private static final Set<String> MUTABLE = Set.of(
            "java.util.HashMap",
            "java.util.concurrent.ConcurrentHashMap",
            "java.util.concurrent.atomic.AtomicBoolean",
            "java.util.ArrayList",
            "java.lang.ThreadLocal",
            "java.lang.ClassValue");

    private static ArchCondition<JavaField> beImmutable() {
        return new ArchCondition<>("be final and of an immutable type") {
            @Override
            public void check(JavaField field, ConditionEvents events) {
                if (field.getName().startsWith("$")) {
                    return;
                }
                if (!field.getModifiers().contains(JavaModifier.FINAL)) {
                    events.add(SimpleConditionEvent.violated(field, field.getFullName() + " is not final"));
                } else if (MUTABLE.contains(field.getRawType().getName())) {
                    events.add(SimpleConditionEvent.violated(field, field.getFullName() + " holds state"));
                }
            }
        };
    }
}
