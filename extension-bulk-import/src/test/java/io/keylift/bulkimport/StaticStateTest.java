// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;

import com.tngtech.archunit.core.domain.JavaClass;
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

/** State belongs in factories, which Keycloak creates and closes. */
@AnalyzeClasses(packages = "io.keylift", importOptions = ImportOption.DoNotIncludeTests.class)
class StaticStateTest {

    private static final String ROOT = "io.keylift.bulkimport";
    private static final String CAPABILITY = "io.keylift.capability";

    @ArchTest
    static final ArchRule noStaticMutableState = fields().that()
            .areStatic()
            .and()
            .areDeclaredInClassesThat()
            .resideInAPackage("io.keylift..")
            .should(beImmutable());

    /** Types with immutable instances, in addition to primitive types, enums and records. */
    private static final Set<String> IMMUTABLE = Set.of(
            "java.lang.String",
            "java.lang.Class",
            "java.lang.Long",
            "java.time.Duration",
            "java.util.regex.Pattern",
            "java.math.BigInteger",
            "java.util.Comparator",
            "org.jboss.logging.Logger",
            "io.opentelemetry.api.common.AttributeKey",
            "com.fasterxml.jackson.core.JsonFactory",
            "com.fasterxml.jackson.core.type.TypeReference",
            "com.fasterxml.jackson.databind.ObjectMapper",
            "com.fasterxml.jackson.databind.ObjectReader",
            "com.fasterxml.jackson.databind.ObjectWriter",
            "com.fasterxml.jackson.databind.json.JsonMapper",
            ROOT + ".job.JobOption",
            ROOT + ".job.JobOptions",
            ROOT + ".kind.shared.table.EntityTable",
            ROOT + ".rows.LookupKey",
            ROOT + ".rows.OwnedTable");

    /** Arrays that are never written, objects without fields, and the one clock of all ids. */
    private static final Set<String> HARMLESS = Set.of(
            ROOT + ".input.ByteSource.BYTE_ORDER_MARK",
            ROOT + ".input.JsonArraySplitter.SPACE",
            ROOT + ".export.CsvRecords.NOTHING",
            ROOT + ".export.JsonRecords.NOTHING",
            ROOT + ".rest.ResultSpool.SILENCE",
            ROOT + ".engine.RequestLocals.NONE",
            ROOT + ".kind.spi.LockedRows.TO_CHANGE",
            ROOT + ".kind.spi.LockedRows.TO_REMOVE",
            ROOT + ".kinds.clients.draft.DetachedPersistence.ENTITY_MANAGER",
            ROOT + ".kinds.users.PasswordHashing.NO_SESSION",
            ROOT + ".kinds.users.profile.ProfileSession.NOBODY",
            ROOT + ".kinds.users.profile.ProfileSession.NO_ORGANIZATIONS",
            ROOT + ".kinds.users.RecordUser.NO_CREDENTIALS",
            ROOT + ".store.TakenKeys.NOTHING",
            ROOT + ".rows.Ids.LAST",
            CAPABILITY + ".catalog.Indexes.NONE");

    /**
     * Interfaces for which {@code List.of} and similar methods create immutable instances; a test of fields cannot tell
     * more.
     */
    private static final Set<String> COLLECTIONS = Set.of("java.util.List", "java.util.Set", "java.util.Map");

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
                } else if (!isImmutable(type) && !HARMLESS.contains(field.getFullName())) {
                    events.add(SimpleConditionEvent.violated(
                            field, field.getFullName() + " of type " + type.getName() + " may hold state"));
                }
            }
        };
    }

    private static boolean isImmutable(JavaClass type) {
        return type.isPrimitive()
                || type.isEnum()
                || type.isRecord()
                || IMMUTABLE.contains(type.getName())
                || COLLECTIONS.contains(type.getName());
    }
}
