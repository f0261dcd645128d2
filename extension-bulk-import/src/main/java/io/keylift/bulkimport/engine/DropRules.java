// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.RejectPolicy;
import io.keylift.request.Pointers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides which faults of records of a kind cost only the part at fault, and not the record. The job says which faults,
 * and the shape of the kind which parts: a reference can be left out where it grants something, and nothing of what
 * restricts access.
 */
final class DropRules {

    private static final String EACH = "*";

    private final List<Place> places;
    private final Set<String> keys;
    private final Set<Drop> drops;
    private final RejectPolicy shared;

    /**
     * @param keys JSON pointers to the fields of the key
     * @param offered whether rejects tell how to leave the part out
     */
    private DropRules(List<Place> places, Set<String> keys, Set<Drop> drops, boolean offered) {
        this.places = places;
        this.keys = keys;
        this.drops = drops;
        shared = offered ? this::explained : RejectPolicy.none();
    }

    /** Rejects count as they are. */
    static DropRules none() {
        return new DropRules(List.of(), Set.of(), Set.of(), false);
    }

    /** The rules for the records of a kind. Only operations that read records whole leave out parts of them. */
    static DropRules of(RecordShape shape, JobSpec spec) {
        Operation operation = spec.operation();
        boolean reads = operation == Operation.IMPORT || operation == Operation.MIRROR || operation == Operation.VERIFY;
        return reads ? of(shape, spec.drops()) : none();
    }

    static DropRules of(RecordShape shape, Set<Drop> drops) {
        List<Place> places = new ArrayList<>();
        shape.granting().forEach(pointer -> places.add(new Place(names(pointer), true)));
        shape.restricting().forEach(pointer -> places.add(new Place(names(pointer), false)));
        places.sort(Comparator.comparing((Place place) -> place.names().size()).reversed());
        Set<String> keys = shape.rules().entrySet().stream()
                .filter(field -> field.getValue().isKey())
                .map(field -> pointer(List.of(Pointers.escape(field.getKey()))))
                .collect(Collectors.toSet());
        return new DropRules(places, keys, drops, true);
    }

    /** A declared part of records and its contents. */
    private record Place(List<String> names, boolean grants) {

        boolean includes(List<String> path) {
            if (path.size() < names.size()) {
                return false;
            }
            for (int i = 0; i < names.size(); i++) {
                if (!names.get(i).equals(EACH) && !names.get(i).equals(path.get(i))) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Names of a pointer, still escaped. */
    private static List<String> names(String pointer) {
        return pointer.isEmpty()
                ? List.of()
                : Arrays.asList(pointer.substring(1).split("/", -1));
    }

    private static String pointer(Collection<String> names) {
        return names.isEmpty() ? "" : "/" + String.join("/", names);
    }

    /** Whether the job leaves out anything. */
    boolean areActive() {
        return !drops.isEmpty();
    }

    /** A policy for all records of a job that leaves out nothing. */
    RejectPolicy shared() {
        return shared;
    }

    /** Pointer to the part that is left out because of the reject; {@code null} if the record is rejected. */
    String part(Reject reject) {
        Drop drop = drop(reject.code());
        return drop != null && drops.contains(drop) ? part(drop, reject.pointer()) : null;
    }

    private String part(Drop drop, String pointer) {
        List<String> path = names(pointer);
        Place place = place(path);
        if (path.isEmpty() || place != null && !place.grants()) {
            return null;
        }
        return switch (drop) {
            case UNWRITABLE_ATTRIBUTES, UNKNOWN_FIELDS -> pointer;
            case UNKNOWN_REFERENCES, UNKNOWN_HASHES ->
                place == null ? null : pointer(path.subList(0, place.names().size()));
        };
    }

    /** The longest declared part that includes the path, or {@code null}. */
    private Place place(List<String> path) {
        return places.stream().filter(place -> place.includes(path)).findFirst().orElse(null);
    }

    /** The reject of a record that is not tried again, with the caller's remedies. */
    Reject explained(Reject reject) {
        Drop drop = drop(reject.code());
        if (drop == null) {
            return reject;
        }
        if (!drops.contains(drop)) {
            return part(drop, reject.pointer()) == null
                    ? reject
                    : reject.with(reject.code(), sentence(reject) + remedy(drop, reject.code()));
        }
        Place place = place(names(reject.pointer()));
        return place == null || place.grants() || keys.contains(reject.pointer())
                ? reject
                : reject.with(
                        RejectCode.WOULD_WIDEN_ACCESS,
                        sentence(reject) + ". This restricts access, so `drop` does not leave it out.");
    }

    /** The message of the warning that a part is left out because of the reject. */
    static String leftOut(Reject reject) {
        return sentence(reject)
                + switch (drop(reject.code())) {
                    case UNWRITABLE_ATTRIBUTES -> ". The attribute is left out.";
                    case UNKNOWN_REFERENCES -> ". The reference is left out.";
                    case UNKNOWN_FIELDS ->
                        mayHoldPassword(reject)
                                ? ". By its name, it may hold a password or a part of its hash, which is sent in"
                                        + " `credentials`. The field is left out."
                                : ". The field is left out.";
                    case UNKNOWN_HASHES -> ". The credential is left out.";
                };
    }

    /** The code of the warning that a part is left out because of the reject. */
    static String warningCode(Reject reject) {
        return mayHoldPassword(reject) ? Warning.PASSWORD_LEFT_OUT : reject.code();
    }

    private static boolean mayHoldPassword(Reject reject) {
        List<String> path = names(reject.pointer());
        return drop(reject.code()) == Drop.UNKNOWN_FIELDS
                && !path.isEmpty()
                && PasswordNames.include(path.get(path.size() - 1));
    }

    private static String remedy(Drop drop, String code) {
        String parameter = " or use `drop=" + drop.value() + "`.";
        return switch (drop) {
            case UNWRITABLE_ATTRIBUTES -> "," + parameter;
            case UNKNOWN_REFERENCES ->
                (code.equals(RejectCode.ORGANIZATIONS_DISABLED) ? "," : ". Create it first,") + parameter;
            case UNKNOWN_FIELDS -> ". Remove it," + parameter;
            case UNKNOWN_HASHES -> ". Correct it," + parameter;
        };
    }

    private static String sentence(Reject reject) {
        String message = reject.message();
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }

    private static Drop drop(String code) {
        if (code.equals(RejectCode.UNKNOWN_FIELD)) {
            return Drop.UNKNOWN_FIELDS;
        }
        if (code.equals(RejectCode.UNWRITABLE_ATTRIBUTE)) {
            return Drop.UNWRITABLE_ATTRIBUTES;
        }
        if (code.equals(RejectCode.UNKNOWN_HASH_ALGORITHM) || code.equals(RejectCode.HASH_TOO_COSTLY)) {
            return Drop.UNKNOWN_HASHES;
        }
        return RejectCode.REFERENCES.contains(code) ? Drop.UNKNOWN_REFERENCES : null;
    }
}
