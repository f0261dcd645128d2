// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.core.domain.JavaMethod;
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
import jakarta.ws.rs.core.StreamingOutput;
import java.util.Set;
import java.util.stream.BaseStream;

/** How endpoints read parameters and answer. */
@AnalyzeClasses(packages = "io.keylift", importOptions = ImportOption.DoNotIncludeTests.class)
class EndpointRulesTest {

    private static final String REQUEST = "io.keylift.request";
    private static final String REST = "io.keylift.bulkimport.rest";
    private static final String CAPABILITY_REST = "io.keylift.capability.rest";

    /** Keycloak keeps the session of a request until the last byte of such an answer, so one class must end it. */
    @ArchTest
    static final ArchRule streamedAnswersAreMadeInOnePlace = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(REST + ".StreamedAnswer")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName(StreamingOutput.class.getName());

    @ArchTest
    static final ArchRule noCallAnswersWithAStream = noMethods()
            .that()
            .areDeclaredInClassesThat()
            .haveSimpleNameEndingWith("Resource")
            .and()
            .arePublic()
            .should()
            .haveRawReturnType(assignableTo(BaseStream.class));

    /** A call refuses parameters that it does not know. */
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
                REQUEST + ".QueryParameters.of",
                CAPABILITY_REST + ".Call.query",
                REST + ".ImportParameters.of",
                REST + ".ImportParameters.ofRealm",
                REST + ".ExportParameters.of");
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
}
