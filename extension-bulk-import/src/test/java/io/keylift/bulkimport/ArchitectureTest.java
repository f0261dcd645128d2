// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.keylift.bulkimport.rows.Isolation;
import io.keylift.bulkimport.rows.TransactionFailure;
import jakarta.persistence.EntityManager;
import java.util.stream.Stream;

/** The packages of ours that each package may import. */
@AnalyzeClasses(packages = "io.keylift", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String OURS = "io.keylift..";
    private static final String ROOT = "io.keylift.bulkimport.";
    private static final String ARCHIVE = ROOT + "archive..";
    private static final String CALLER = ROOT + "caller..";
    private static final String DOCUMENT = ROOT + "document..";
    private static final String ENGINE = ROOT + "engine..";
    private static final String EXPORT = ROOT + "export..";
    private static final String DEPENDENTS = ROOT + "dependents..";
    private static final String INPUT = ROOT + "input..";
    private static final String JOB = ROOT + "job..";
    private static final String MIRROR = ROOT + "mirror..";
    private static final String PLACE = ROOT + "place..";
    private static final String REST = ROOT + "rest..";
    private static final String ROWS = ROOT + "rows..";
    private static final String SCHEMA = ROOT + "schema..";
    private static final String SEAL = ROOT + "seal..";
    private static final String SPOOL = ROOT + "spool..";
    private static final String STARTUP = ROOT + "startup..";
    private static final String STORE = ROOT + "store..";
    private static final String TELEMETRY = ROOT + "telemetry..";
    private static final String UNDO = ROOT + "undo..";
    private static final String VERIFICATION = ROOT + "verification..";

    private static final String KINDS = ROOT + "kinds..";

    /** The package itself, without its subpackages. */
    private static final String KIND = ROOT + "kind";

    private static final String SPI = ROOT + "kind.spi..";
    private static final String SHARED = ROOT + "kind.shared..";
    private static final String GRANTS = ROOT + "kind.shared.grants..";

    private static final String CAPABILITY = "io.keylift.capability..";
    private static final String CAPABILITY_REST = "io.keylift.capability.rest..";
    private static final String CAPABILITY_POLICY = "io.keylift.capability.policy..";
    private static final String HOOK = "io.keylift.hook..";
    private static final String PASSWORD = "io.keylift.password..";
    private static final String REQUEST = "io.keylift.request..";

    @ArchTest
    static final ArchRule archiveKnowsOnlyInputAndSpool = knowsOnly(ARCHIVE, INPUT, SPOOL);

    @ArchTest
    static final ArchRule callerKnowsOnlyJobAndRows = knowsOnly(CALLER, JOB, ROWS);

    /** The package knows Keycloak's documents; the kinds decide which fields a record may have. */
    @ArchTest
    static final ArchRule documentKnowsOnlyArchiveInputKindAndSpool =
            knowsOnly(DOCUMENT, ARCHIVE, INPUT, KIND, SPI, SPOOL);

    @ArchTest
    static final ArchRule engineKnowsNeitherStoreNorRestNorTelemetry =
            knowsOnly(ENGINE, CALLER, INPUT, JOB, KIND, SPI, MIRROR, PLACE, ROWS, UNDO, VERIFICATION, REQUEST);

    /** The engine passes an entity manager to the kinds, and calls none of its methods. */
    @ArchTest
    static final ArchRule engineOwnsNoSql = noClasses()
            .that()
            .resideInAPackage(ENGINE)
            .should()
            .dependOnClassesThat(resideInAnyPackage("jakarta.persistence..", "org.hibernate..", "java.sql..", ROWS)
                    .and(not(type(EntityManager.class)))
                    .and(not(type(Isolation.class)))
                    .and(not(type(TransactionFailure.class)))
                    .and(not(type(TransactionFailure.Known.class))))
            .orShould()
            .callMethodWhere(target(owner(assignableTo(EntityManager.class))));

    /** Exports have sessions, pages and formats; the kinds decide what is read. */
    @ArchTest
    static final ArchRule exportKnowsNeitherEngineNorStoreNorRest =
            knowsOnly(EXPORT, CALLER, INPUT, JOB, KIND, SPI, PLACE, ROWS, REQUEST);

    /** The package knows tables, but no kinds. */
    @ArchTest
    static final ArchRule dependentsKnowOnlyRowsAndSpi = knowsOnly(DEPENDENTS, ROWS, SPI);

    @ArchTest
    static final ArchRule inputKnowsOnlyJavaAndJackson = needsOnly(INPUT, "java..", "com.fasterxml.jackson..");

    @ArchTest
    static final ArchRule jobKnowsOnlyJava = needsOnly(JOB, "java..");

    @ArchTest
    static final ArchRule kindKnowsOnlyJobAndSpi = knowsOnly(KIND, JOB, SPI);

    @ArchTest
    static final ArchRule kindsKnowNeitherEngineNorStoreNorRest =
            knowsOnly(KINDS, SPI, SHARED, JOB, ROWS, CAPABILITY, PASSWORD, REQUEST);

    /** A mirror decides which objects are named and protected; sessions, chunks and results belong to the engine. */
    @ArchTest
    static final ArchRule mirrorKnowsNeitherEngineNorStoreNorRest =
            knowsOnly(MIRROR, JOB, KIND, SPI, ROWS, VERIFICATION);

    @ArchTest
    static final ArchRule placeKnowsOnlyJava = needsOnly(PLACE, "java..", "com.sun.management..");

    /** The package composes the others. */
    @ArchTest
    static final ArchRule restKnowsNoSingleKind = knowsOnly(
            REST,
            CALLER,
            DOCUMENT,
            ENGINE,
            EXPORT,
            INPUT,
            JOB,
            KIND,
            SPI,
            MIRROR,
            PLACE,
            SCHEMA,
            SEAL,
            SPOOL,
            STARTUP,
            STORE,
            TELEMETRY,
            CAPABILITY_REST,
            HOOK,
            REQUEST);

    @ArchTest
    static final ArchRule rowsKnowNothingOfOurs = knowsOnly(ROWS);

    @ArchTest
    static final ArchRule schemaKnowsOnlyJobKindAndSpi = knowsOnly(SCHEMA, JOB, KIND, SPI);

    @ArchTest
    static final ArchRule sealKnowsOnlyJava = needsOnly(SEAL, "java..", "javax.crypto..");

    @ArchTest
    static final ArchRule sharedKnowsNoKind = knowsOnly(SHARED, SPI, JOB, ROWS, CAPABILITY, REQUEST);

    @ArchTest
    static final ArchRule spiKnowsOnlyJobRowsAndRequest = knowsOnly(SPI, JOB, ROWS, REQUEST);

    @ArchTest
    static final ArchRule spoolKnowsNothingOfOurs = knowsOnly(SPOOL);

    @ArchTest
    static final ArchRule startupKnowsNothingOfOurs = knowsOnly(STARTUP);

    @ArchTest
    static final ArchRule storeKnowsOnlyJobAndSeal = knowsOnly(STORE, JOB, SEAL);

    @ArchTest
    static final ArchRule telemetryKnowsOnlyEngineAndJob = knowsOnly(TELEMETRY, ENGINE, JOB);

    /** An undo only asks, for any table, which rows a caller could add by the Admin API. */
    @ArchTest
    static final ArchRule undoKnowsNeitherEngineNorStoreNorRest =
            knowsOnly(UNDO, CALLER, DEPENDENTS, JOB, KIND, SPI, GRANTS, ROWS, REQUEST);

    /** A verification compares the records that a kind reads; sessions, chunks and results belong to the engine. */
    @ArchTest
    static final ArchRule verificationKnowsNeitherEngineNorStoreNorRest =
            knowsOnly(VERIFICATION, JOB, KIND, SPI, REQUEST);

    /** Capabilities know nothing of the import, except the package of bulk statements. */
    @ArchTest
    static final ArchRule capabilitiesKnowOnlyRowsRequestAndHook = knowsOnly(CAPABILITY, ROWS, HOOK, REQUEST);

    @ArchTest
    static final ArchRule hookKnowsNothingOfOurs = knowsOnly(HOOK);

    /** Users sign in by it long after the last import. */
    @ArchTest
    static final ArchRule passwordKnowsOnlyHookAndRequest = knowsOnly(PASSWORD, HOOK, REQUEST);

    @ArchTest
    static final ArchRule requestKnowsNothingOfOurs = knowsOnly(REQUEST);

    @ArchTest
    static final ArchRule everyPackageHasARule = classes()
            .should()
            .resideInAnyPackage(
                    ARCHIVE,
                    CALLER,
                    DOCUMENT,
                    ENGINE,
                    EXPORT,
                    DEPENDENTS,
                    INPUT,
                    JOB,
                    KIND,
                    KINDS,
                    MIRROR,
                    PLACE,
                    REST,
                    ROWS,
                    SCHEMA,
                    SEAL,
                    SHARED,
                    SPI,
                    SPOOL,
                    STARTUP,
                    STORE,
                    TELEMETRY,
                    UNDO,
                    VERIFICATION,
                    CAPABILITY,
                    HOOK,
                    PASSWORD,
                    REQUEST);

    @ArchTest
    static final ArchRule noKindKnowsAnother =
            slices().matching(ROOT + "kinds.(*)..").should().notDependOnEachOther();

    @ArchTest
    static final ArchRule onlyUndoKnowsGrants = isKnownOnlyTo(GRANTS, UNDO);

    /** Sessions, rows and results are not hooks: their failures are reported to the caller of an import. */
    @ArchTest
    static final ArchRule onlyHooksAreGuarded = isKnownOnlyTo(HOOK, PASSWORD, CAPABILITY, REST);

    @ArchTest
    static final ArchRule onlyKindsKnowThePasswords = isKnownOnlyTo(PASSWORD, KINDS);

    /** The policy depends on an SPI that Keycloak may move: then only the policy is missing. */
    @ArchTest
    static final ArchRule nothingKnowsThePolicy = noClasses()
            .that()
            .resideOutsideOfPackage(CAPABILITY_POLICY)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(CAPABILITY_POLICY, "org.keycloak.authorization.policy..");

    @ArchTest
    static final ArchRule onlyRestKnowsTheEndpointOfCapabilities = isKnownOnlyTo(CAPABILITY_REST, REST);

    @ArchTest
    static final ArchRule noPackageWithoutADuty = noClasses()
            .should()
            .resideInAnyPackage("..util..", "..common..", "..helper..", "..service..", "..impl..", "..dto..");

    /** Restricts imports of our packages. All other imports are allowed. */
    private static ArchRule knowsOnly(String room, String... others) {
        return noClasses()
                .that()
                .resideInAPackage(room)
                .should()
                .dependOnClassesThat(resideInAPackage(OURS).and(resideOutsideOfPackages(with(room, others))));
    }

    private static ArchRule needsOnly(String room, String... others) {
        return classes()
                .that()
                .resideInAPackage(room)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(with(room, others));
    }

    private static ArchRule isKnownOnlyTo(String room, String... others) {
        return noClasses()
                .that(resideOutsideOfPackages(with(room, others)))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(room);
    }

    private static String[] with(String room, String... others) {
        return Stream.concat(Stream.of(room), Stream.of(others)).toArray(String[]::new);
    }
}
