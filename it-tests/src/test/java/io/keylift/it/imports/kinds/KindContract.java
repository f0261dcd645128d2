// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;

/** The facts about a kind that the tests of the laws need. Implementations are stateless. */
public interface KindContract {

    /** 150 characters, or twice as many where a character beyond the basic plane counts as two. */
    String SMILEYS = "😀".repeat(150);

    /** The kind's name in the path of its endpoint. */
    String kind();

    /** The roles of {@code realm-management} each of which, alone, lets a caller import this kind. */
    Set<String> permittedRoles();

    /** Puts into a new realm what this kind's records refer to. */
    default void prepare(TwinRealm realm) {}

    /** Puts into the realm what only {@link #plainRecord(int, String)} refers to. */
    default void prepareRights(TwinRealm realm) {}

    /**
     * Puts into the realm what the records of these numbers refer to, where it is more than {@link #prepare} has made.
     */
    default void prepareRecords(TwinRealm realm, int first, int count) {}

    /**
     * Records that differ in every way that matters, those that are refused included; {@code <realm>} stands for the
     * realm's name.
     */
    List<ObjectNode> examples();

    /** Records like {@link #examples()} whose objects the Admin API can remove again. */
    default List<ObjectNode> removableExamples() {
        return examples();
    }

    /** A good record that no other number gives. Refers only to what {@link #prepare} has made. */
    ObjectNode record(int number);

    /**
     * Adds to a record a text that PostgreSQL stores and other databases refuse: on H2 one of {@link #SMILEYS} in a
     * column of 255 characters, on MariaDB one smiley in most of Keycloak's texts. {@code null} if the kind has no such
     * text.
     */
    default ObjectNode refused(ObjectNode record) {
        return null;
    }

    /** A good record that requires no right beyond the right to import the kind. */
    default ObjectNode plainRecord(int number) {
        return record(number);
    }

    /** A good record for a caller whose only role is this one of {@link #permittedRoles}. */
    default ObjectNode plainRecord(int number, String adminRole) {
        return plainRecord(number);
    }

    /**
     * Whether a record says anything that could change; without that, overwriting and merging leave what is there
     * alone.
     */
    default boolean isChangeable() {
        return true;
    }

    /** Whether records are commands: one that changes nothing is skipped whatever {@code ifExists} says. */
    default boolean isCommand() {
        return false;
    }

    /** Outcome of a record that no import has brought before. */
    default String outcomeOfNew() {
        return "added";
    }

    /**
     * Changes a record in its own row and in dependent rows. If the change adds to a list, a version differs from the
     * two before it, otherwise from the one before.
     */
    default ObjectNode changed(ObjectNode record, int version) {
        return record;
    }

    /**
     * Does the same through Keycloak's Admin API, with as many calls as it takes; the answer is the one that says
     * whether the record is taken.
     */
    HttpResponse<String> create(TwinRealm realm, ObjectNode record);

    /** Takes away again what Keycloak has added in {@link #create} to the values of the record. */
    default void complete(TwinRealm realm, ObjectNode record) {}

    /** Does what {@link #create} does, without what Keycloak adds. */
    default HttpResponse<String> createExactly(TwinRealm realm, ObjectNode record) {
        HttpResponse<String> answer = create(realm, record);
        if (answer.statusCode() == 201) {
            complete(realm, record);
        }
        return answer;
    }

    /** Whether the Admin API has calls that do what {@code ifExists=overwrite} does. */
    default boolean isOverwritable() {
        return true;
    }

    /** Brings what the record names in line with it through the Admin API. */
    default HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        throw new UnsupportedOperationException(kind());
    }

    /** Whether an export reads what the realm has of the kind. */
    default boolean isExportable() {
        return true;
    }

    /** Whether {@code op=remove} removes what the records name. */
    default boolean isRemovable() {
        return false;
    }

    /** Whether a job with {@code undo=true} can be undone. */
    default boolean isUndoable() {
        return isExportable() && isRemovable();
    }

    /** Removes through the Admin API what a record names, which is there. */
    default HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        throw new UnsupportedOperationException(kind());
    }

    /**
     * Removes through the Admin API the objects that {@link #create} has added beside that of the record, after all of
     * those are removed; {@code null} if there are none.
     */
    default HttpResponse<String> removeRest(TwinRealm realm, ObjectNode record) {
        return null;
    }

    /**
     * A record that takes back what a command has done, of a kind without removals.
     *
     * @param earlier the record whose work the command has changed; {@code null} if none
     */
    default ObjectNode inverse(ObjectNode record, ObjectNode earlier) {
        throw new UnsupportedOperationException(kind());
    }

    /** Ids that a record can give, that of its own object first; empty if the kind has none. */
    default List<GivenId> givenIds() {
        return List.of();
    }

    /** A good record that has every object of {@link #givenIds}. */
    default ObjectNode recordWithObjects(int number) {
        return record(number);
    }

    /** Lists and maps that a record of an existing object must give: parts of its key, and what has no default. */
    default Set<String> requiredLists() {
        return Set.of();
    }

    /** Where admin events differ from those of the Admin API on purpose; {@code null} if nowhere. */
    default EventDifference eventDifference() {
        return null;
    }

    /** Tables that get rows when the examples are imported. */
    Set<String> tables();

    /** Tables in which {@link #create} leaves something that is no part of what a record describes. */
    default Set<String> tablesOfTheAdminApi() {
        return Set.of();
    }

    /** Paths of the Admin API whose answers change, as far as they concern this record, when it is imported. */
    List<String> views(TwinRealm realm, ObjectNode record);
}
