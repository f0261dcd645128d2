// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.keylift.bulkimport.rows.Isolation;
import io.keylift.bulkimport.rows.TransactionFailure;
import jakarta.persistence.EntityManager;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.core.StreamingOutput;
import java.util.Set;
import java.util.stream.BaseStream;

/** The rooms of the extension and who may know whom. */
@AnalyzeClasses(packages = "io.keylift", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String OURS = "io.keylift..";
    private static final String ROOT = "io.keylift.bulkimport";
    private static final String CAPABILITY = "io.keylift.capability";
    private static final String PASSWORD = "io.keylift.password";
    private static final String REQUEST = "io.keylift.request";
    private static final String HOOK = "io.keylift.hook";

    /** What another JAR that brings a kind may build on. */
    private static final String SPI = ROOT + ".kind.spi..";

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
                    ROOT + ".engine..",
                    ROOT + ".export..",
                    ROOT + ".caller..",
                    ROOT + ".store..",
                    ROOT + ".rest..",
                    ROOT + ".telemetry..",
                    ROOT + ".input..");

    /** Sessions, pages and formats; what is read is a matter of the kinds, and how CSV names columns that of input. */
    @ArchTest
    static final ArchRule exportKnowsNeitherEngineNorStoreNorRest = noClasses()
            .that()
            .resideInAPackage(ROOT + ".export..")
            .should()
            .dependOnClassesThat(resideInAPackage(OURS)
                    .and(resideOutsideOfPackages(
                            ROOT + ".export..",
                            ROOT + ".caller..",
                            ROOT + ".job..",
                            ROOT + ".kind",
                            ROOT + ".input..",
                            ROOT + ".place..",
                            ROOT + ".rows..",
                            REQUEST + "..",
                            SPI)));

    /** It compares what a kind reads; sessions, chunks and results are a matter of the engine. */
    @ArchTest
    static final ArchRule verificationKnowsNeitherEngineNorStoreNorRest = noClasses()
            .that()
            .resideInAPackage(ROOT + ".verification..")
            .should()
            .dependOnClassesThat(resideInAPackage(OURS)
                    .and(resideOutsideOfPackages(
                            ROOT + ".verification..", ROOT + ".job..", ROOT + ".kind", SPI, REQUEST + "..")));

    /** It says what is named and what is protected; sessions, chunks and results are a matter of the engine. */
    @ArchTest
    static final ArchRule mirrorKnowsNeitherEngineNorStoreNorRest = noClasses()
            .that()
            .resideInAPackage(ROOT + ".mirror..")
            .should()
            .dependOnClassesThat(resideInAPackage(OURS)
                    .and(resideOutsideOfPackages(
                            ROOT + ".mirror..",
                            ROOT + ".verification..",
                            ROOT + ".job..",
                            ROOT + ".kind",
                            ROOT + ".rows..",
                            SPI)));

    /** It knows Keycloak's documents; which fields a record may have is a matter of the kinds. */
    @ArchTest
    static final ArchRule documentKnowsOnlyInputArchiveAndSpool = noClasses()
            .that()
            .resideInAPackage(ROOT + ".document..")
            .should()
            .dependOnClassesThat(resideInAPackage(OURS)
                    .and(resideOutsideOfPackages(
                            ROOT + ".document..",
                            ROOT + ".archive..",
                            ROOT + ".input..",
                            ROOT + ".spool..",
                            ROOT + ".kind")));

    /** What is in an archive is a matter of those who read it. */
    @ArchTest
    static final ArchRule archiveKnowsOnlyInputAndSpool = noClasses()
            .that()
            .resideInAPackage(ROOT + ".archive..")
            .should()
            .dependOnClassesThat(resideInAPackage(OURS)
                    .and(resideOutsideOfPackages(ROOT + ".archive..", ROOT + ".input..", ROOT + ".spool..")));

    @ArchTest
    static final ArchRule spoolKnowsNothingOfOurs = noClasses()
            .that()
            .resideInAPackage(ROOT + ".spool..")
            .should()
            .dependOnClassesThat(resideInAPackage(OURS).and(resideOutsideOfPackages(ROOT + ".spool..")));

    @ArchTest
    static final ArchRule placeKnowsNothingButJava = classes()
            .that()
            .resideInAPackage(ROOT + ".place..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", ROOT + ".place..");

    /** Keycloak keeps the session of a request until the last byte of such an answer: there is one place to end it. */
    @ArchTest
    static final ArchRule streamedAnswersAreMadeInOnePlace = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(ROOT + ".rest.StreamedAnswer")
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

    /** It knows tables, and no kind. */
    @ArchTest
    static final ArchRule hangingKnowsOnlyRowsAndSpi = noClasses()
            .that()
            .resideInAPackage(ROOT + ".hanging..")
            .should()
            .dependOnClassesThat(
                    resideInAPackage(OURS).and(resideOutsideOfPackages(ROOT + ".hanging..", ROOT + ".rows..", SPI)));

    @ArchTest
    static final ArchRule engineKnowsNeitherStoreNorRestNorTelemetry = noClasses()
            .that()
            .resideInAPackage(ROOT + ".engine..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ROOT + ".store..", ROOT + ".rest..", ROOT + ".telemetry..");

    /** It stands under the engine and the export, and asks Keycloak's evaluator alone. */
    @ArchTest
    static final ArchRule callerKnowsOnlyJobAndRows = noClasses()
            .that()
            .resideInAPackage(ROOT + ".caller..")
            .should()
            .dependOnClassesThat(resideInAPackage(OURS)
                    .and(resideOutsideOfPackages(ROOT + ".caller..", ROOT + ".job..", ROOT + ".rows..")));

    /** It hands an entity manager to the kinds, and calls none of its methods. */
    @ArchTest
    static final ArchRule engineOwnsNoSql = noClasses()
            .that()
            .resideInAPackage(ROOT + ".engine..")
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("jakarta.persistence..", "org.hibernate..", "java.sql..", ROOT + ".rows..")
                            .and(not(type(EntityManager.class)))
                            .and(not(type(Isolation.class)))
                            .and(not(type(TransactionFailure.class)))
                            .and(not(type(TransactionFailure.Known.class))))
            .orShould()
            .callMethodWhere(target(owner(assignableTo(EntityManager.class))));

    /** What a caller may grant is no matter of a kind: an undo asks it for the rows of any table. */
    @ArchTest
    static final ArchRule onlyKindsKnowAKind = noClasses()
            .that()
            .resideOutsideOfPackage(ROOT + ".kind..")
            .should()
            .dependOnClassesThat(
                    resideInAPackage(ROOT + ".kind.*..").and(resideOutsideOfPackages(SPI, ROOT + ".kind.grants..")));

    @ArchTest
    static final ArchRule onlyUndoKnowsGrants = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + ".kind.grants..", ROOT + ".undo..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ROOT + ".kind.grants..");

    /** What several kinds need stands in rooms of its own; mappers are those of clients and of client scopes. */
    @ArchTest
    static final ArchRule noKindKnowsAnother = slices().matching(ROOT + ".kind.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(
                    DescribedPredicate.alwaysTrue(),
                    resideInAnyPackage(
                            SPI,
                            ROOT + ".kind.authorization..",
                            ROOT + ".kind.mappers..",
                            ROOT + ".kind.filter..",
                            ROOT + ".kind.reference..",
                            ROOT + ".kind.storages..",
                            ROOT + ".kind.table..",
                            ROOT + ".kind.removal.."));

    @ArchTest
    static final ArchRule spiKnowsNoKind = noClasses()
            .that()
            .resideInAPackage(SPI)
            .should()
            .dependOnClassesThat(resideInAPackage(ROOT + ".kind.*..").and(resideOutsideOfPackage(SPI)));

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
            .dependOnClassesThat(resideInAPackage(OURS).and(resideOutsideOfPackage(ROOT + ".rows..")));

    @ArchTest
    static final ArchRule sealKnowsNothingButJava = classes()
            .that()
            .resideInAPackage(ROOT + ".seal..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "javax.crypto..", ROOT + ".seal..");

    /** Their endpoint included: nothing of capabilities knows the import, but for the room of bulk statements. */
    @ArchTest
    static final ArchRule capabilitiesKnowOnlyRowsRequestAndHook = noClasses()
            .that()
            .resideInAPackage(CAPABILITY + "..")
            .should()
            .dependOnClassesThat(resideInAPackage(OURS)
                    .and(resideOutsideOfPackages(ROOT + ".rows..", REQUEST + "..", HOOK + "..", CAPABILITY + "..")));

    /** Users sign in by it long after the last import. */
    @ArchTest
    static final ArchRule passwordKnowsOnlyHook = noClasses()
            .that()
            .resideInAPackage(PASSWORD + "..")
            .should()
            .dependOnClassesThat(resideInAPackage(OURS).and(resideOutsideOfPackages(PASSWORD + "..", HOOK + "..")));

    @ArchTest
    static final ArchRule hookKnowsNothingOfOurs = noClasses()
            .that()
            .resideInAPackage(HOOK + "..")
            .should()
            .dependOnClassesThat(resideInAPackage(OURS).and(resideOutsideOfPackage(HOOK + "..")));

    /** Sessions, rows and results of ours are no hooks: their failures are told to the caller of an import. */
    @ArchTest
    static final ArchRule onlyHooksAreGuarded = noClasses()
            .that()
            .resideOutsideOfPackages(HOOK + "..", PASSWORD + "..", CAPABILITY + "..", ROOT + ".rest..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(HOOK + "..");

    @ArchTest
    static final ArchRule onlyKindsKnowThePasswords = noClasses()
            .that()
            .resideOutsideOfPackages(PASSWORD + "..", ROOT + ".kind..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(PASSWORD + "..");

    @ArchTest
    static final ArchRule requestKnowsNothingOfOurs = noClasses()
            .that()
            .resideInAPackage(REQUEST + "..")
            .should()
            .dependOnClassesThat(resideInAPackage(OURS).and(resideOutsideOfPackage(REQUEST + "..")));

    /** It rests on an SPI that Keycloak may move: then it is missing, and nothing else is. */
    @ArchTest
    static final ArchRule nobodyKnowsThePolicy = noClasses()
            .that()
            .resideOutsideOfPackage(CAPABILITY + ".policy..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(CAPABILITY + ".policy..", "org.keycloak.authorization.policy..");

    @ArchTest
    static final ArchRule nobodyKnowsRest = noClasses()
            .that()
            .resideOutsideOfPackages(ROOT + ".rest..", CAPABILITY + ".rest..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ROOT + ".rest..", CAPABILITY + ".rest..");

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
                REQUEST + ".QueryParameters.of",
                CAPABILITY + ".rest.Call.query",
                ROOT + ".rest.ImportParameters.of",
                ROOT + ".rest.ImportParameters.ofRealm",
                ROOT + ".rest.ExportParameters.of");
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
