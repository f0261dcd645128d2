// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The packages of the client, and the packages that each may use. */
@AnalyzeClasses(packages = "io.keylift.client", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String ROOT = "io.keylift.client";

    @ArchTest
    static final ArchRule nothingOfKeycloakIsKnown =
            noClasses().should().dependOnClassesThat().resideInAPackage("org.keycloak..");

    @ArchTest
    static final ArchRule onlyHttpKnowsTheLibraryThatSends = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".http")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.hc..");

    @ArchTest
    static final ArchRule httpKnowsNothingElseOfOurs = knowsOnly("http", ROOT + ".http");

    @ArchTest
    static final ArchRule tokensKnowOnlyHttp = knowsOnly("token", ROOT + ".token", ROOT + ".http");

    @ArchTest
    static final ArchRule answersKnowNothingElseOfOurs = knowsOnly("answer", ROOT + ".answer");

    @ArchTest
    static final ArchRule inputsKnowNothingElseOfOurs = knowsOnly("input", ROOT + ".input");

    @ArchTest
    static final ArchRule outputsKnowNothingElseOfOurs = knowsOnly("output", ROOT + ".output");

    @ArchTest
    static final ArchRule onlyRealmsKnowRealms = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".realm")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".realm");

    private static ArchRule knowsOnly(String room, String... known) {
        return noClasses()
                .that()
                .resideInAPackage(ROOT + "." + room)
                .should()
                .dependOnClassesThat(resideInAPackage("io.keylift..").and(resideOutsideOfPackages(known)));
    }
}
