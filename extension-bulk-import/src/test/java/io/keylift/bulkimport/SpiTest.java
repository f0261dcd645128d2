// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.keylift.example.RealmAttributesKind;

/** The packages that a JAR with a kind of its own may use. */
@AnalyzeClasses(packagesOf = RealmAttributesKind.class)
class SpiTest {

    @ArchTest
    static final ArchRule anotherJarNeedsOnlyTheSpiAndRows = noClasses()
            .should()
            .dependOnClassesThat(resideInAPackage("io.keylift..")
                    .and(resideOutsideOfPackages(
                            "io.keylift.example..",
                            "io.keylift.bulkimport.kind.spi..",
                            "io.keylift.bulkimport.rows..")));
}
