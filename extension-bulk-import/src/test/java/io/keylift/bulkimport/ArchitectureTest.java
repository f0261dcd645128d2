// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import java.util.Set;

/** The rooms of the extension and who may know whom. */
@AnalyzeClasses(packages = "io.keylift.bulkimport", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String ROOT = "io.keylift.bulkimport";

    @ArchTest
    static final ArchRule jobKnowsNothingButJava = classes()
            .that()
            .resideInAPackage(ROOT + ".job..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", ROOT + ".job..");

    @ArchTest
    static final ArchRule kindsKnowNeitherEngineNorStoreNorRest = noClasses()
            .that()
            .resideInAPackage(ROOT + ".kind..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    ROOT + ".engine..", ROOT + ".store..", ROOT + ".rest..", ROOT + ".telemetry..", ROOT + ".input..");

    @ArchTest
    static final ArchRule engineKnowsNeitherStoreNorRestNorTelemetry = noClasses()
            .that()
            .resideInAPackage(ROOT + ".engine..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ROOT + ".store..", ROOT + ".rest..", ROOT + ".telemetry..");

    @ArchTest
    static final ArchRule engineOwnsNoSql = noClasses()
            .that()
            .resideInAPackage(ROOT + ".engine..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("jakarta.persistence.Query")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.sql.PreparedStatement");

    @ArchTest
    static final ArchRule engineKnowsNoSingleKind = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".kind..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ROOT + ".kind.*..");

    @ArchTest
    static final ArchRule schemaKnowsOnlyKind = noClasses()
            .that()
            .resideInAPackage(ROOT + ".schema..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    ROOT + ".engine..",
                    ROOT + ".store..",
                    ROOT + ".rest..",
                    ROOT + ".telemetry..",
                    ROOT + ".input..",
                    ROOT + ".job..");

    @ArchTest
    static final ArchRule onlyRestKnowsSchema = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + ".schema..", ROOT + ".rest..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".schema..");

    @ArchTest
    static final ArchRule storeKnowsOnlyJob = noClasses()
            .that()
            .resideInAPackage(ROOT + ".store..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    ROOT + ".engine..", ROOT + ".kind..", ROOT + ".rest..", ROOT + ".telemetry..", ROOT + ".input..");

    @ArchTest
    static final ArchRule inputKnowsNothingOfOurs = noClasses()
            .that()
            .resideInAPackage(ROOT + ".input..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    ROOT + ".engine..",
                    ROOT + ".kind..",
                    ROOT + ".rest..",
                    ROOT + ".store..",
                    ROOT + ".job..",
                    "org.keycloak..");

    @ArchTest
    static final ArchRule rowsKnowNothingOfOurs = noClasses()
            .that()
            .resideInAPackage(ROOT + ".rows..")
            .should()
            .dependOnClassesThat(resideInAPackage(ROOT + "..").and(resideOutsideOfPackage(ROOT + ".rows..")));

    @ArchTest
    static final ArchRule capabilityKnowsOnlyRows = noClasses()
            .that()
            .resideInAPackage(ROOT + ".capability..")
            .should()
            .dependOnClassesThat(resideInAPackage(ROOT + "..")
                    .and(resideOutsideOfPackages(ROOT + ".rows..", ROOT + ".capability..")))
            .allowEmptyShould(true);

    /** It rests on an SPI that Keycloak may move: then it is missing, and nothing else is. */
    @ArchTest
    static final ArchRule nobodyKnowsThePolicy = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".capability.policy..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ROOT + ".capability.policy..", "org.keycloak.authorization.policy..");

    @ArchTest
    static final ArchRule nobodyKnowsRest = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".rest..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".rest..");

    @ArchTest
    static final ArchRule nobodyKnowsTheMetrics =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.keylift.metrics..");

    @ArchTest
    static final ArchRule noRoomWithoutADuty = noClasses()
            .should()
            .resideInAnyPackage("..util..", "..common..", "..helper..", "..service..", "..impl..", "..dto..");

    /** What a call does not know is refused, and not passed over. */
    @ArchTest
    static final ArchRule everyCallChecksItsParameters = methods()
            .that()
            .areAnnotatedWith(GET.class)
            .or()
            .areAnnotatedWith(POST.class)
            .or()
            .areAnnotatedWith(PUT.class)
            .or()
            .areAnnotatedWith(PATCH.class)
            .or()
            .areAnnotatedWith(DELETE.class)
            .should(checkTheirParameters());

    private static ArchCondition<JavaMethod> checkTheirParameters() {
        Set<String> mechanism = Set.of(
                ROOT + ".rest.QueryParameters.of",
                ROOT + ".rest.capabilities.Call.query",
                ROOT + ".rest.ImportParameters.of");
        return new ArchCondition<>("check their query parameters") {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                boolean checks = method.getMethodCallsFromSelf().stream()
                        .map(call -> call.getTarget().getOwner().getName() + "."
                                + call.getTarget().getName())
                        .anyMatch(mechanism::contains);
                events.add(
                        new SimpleConditionEvent(method, checks, method.getFullName() + " reads no query parameters"));
            }
        };
    }

    @ArchTest
    static final ArchRule noStaticMutableState = fields().that()
            .areStatic()
            .and()
            .areDeclaredInClassesThat()
            .resideInAPackage(ROOT + "..")
            .should(beImmutable());

    /** Types whose instances change, so that a static field of them is state that nobody releases. */
    private static final Set<String> MUTABLE = Set.of(
            "java.util.Map",
            "java.util.HashMap",
            "java.util.concurrent.ConcurrentHashMap",
            "java.util.ArrayList",
            "java.lang.ThreadLocal",
            "java.util.concurrent.ExecutorService",
            "java.util.concurrent.ForkJoinPool");

    private static ArchCondition<JavaField> beImmutable() {
        return new ArchCondition<>("be final and of an immutable type") {
            @Override
            public void check(JavaField field, ConditionEvents events) {
                JavaClass type = field.getRawType();
                boolean generated = field.getName().startsWith("$");
                if (generated) {
                    return;
                }
                if (!field.getModifiers().contains(JavaModifier.FINAL)) {
                    events.add(SimpleConditionEvent.violated(field, field.getFullName() + " is not final"));
                } else if (MUTABLE.contains(type.getName()) && !type.getName().equals("java.util.Map")) {
                    events.add(SimpleConditionEvent.violated(field, field.getFullName() + " holds state"));
                }
            }
        };
    }
}
