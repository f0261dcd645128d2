// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * An option that belongs to the definition of a job. The query parameter, its schema in the contract, the comparison
 * with a resumed job and the column of the job's row follow from the list {@link #ALL}.
 *
 * @param <T> type of the value
 */
public final class JobOption<T> {

    /** Treatment of records whose key exists. */
    public static final JobOption<IfExists> IF_EXISTS = choice("ifExists", IfExists.FAIL, EnumSet.of(Operation.IMPORT));

    /** Treatment of the ids that records give. */
    public static final JobOption<IdMode> IDS =
            choice("ids", IdMode.STRICT, EnumSet.of(Operation.IMPORT, Operation.VERIFY, Operation.MIRROR));

    /** Whether records are validated and resolved but not written. */
    public static final JobOption<Boolean> DRY_RUN =
            truth("dryRun", EnumSet.of(Operation.IMPORT, Operation.REMOVE, Operation.MIRROR));

    /** Whether a verification also reports objects of the realm that no record names. */
    public static final JobOption<Boolean> EXTRA = truth("extra", EnumSet.of(Operation.VERIFY));

    /** Whether the job keeps the data that an undo needs. */
    public static final JobOption<Boolean> UNDO =
            truth("undo", EnumSet.of(Operation.IMPORT, Operation.REMOVE, Operation.MIRROR));

    /** Parts that are dropped from records instead of rejecting the records. */
    public static final JobOption<Set<Drop>> DROP = new JobOption<>(
            "drop",
            Set.of(),
            EnumSet.of(Operation.IMPORT, Operation.VERIFY, Operation.MIRROR),
            List.of(),
            Drop::read,
            Set::copyOf,
            Drop::text);

    /** Treatment of new users who have nothing to sign in with. */
    public static final JobOption<NoPassword> NO_PASSWORD =
            choice("noPassword", NoPassword.ACCEPT, EnumSet.of(Operation.IMPORT, Operation.MIRROR));

    /**
     * Limits of a mirror's removals, or the kinds of which a verification of several kinds reports objects that no
     * record names: values by the names of their own query parameters.
     */
    public static final JobOption<Map<String, String>> SCOPE = new JobOption<>(
            "scope",
            Map.of(),
            EnumSet.of(Operation.VERIFY, Operation.MIRROR),
            List.of(),
            null,
            Map::copyOf,
            Function.identity());

    /** All options. A refusal to resume a job names them in this order. */
    public static final List<JobOption<?>> ALL =
            List.of(IF_EXISTS, IDS, DRY_RUN, EXTRA, UNDO, DROP, NO_PASSWORD, SCOPE);

    private final String name;
    private final T otherwise;
    private final Set<Operation> operations;
    private final List<String> choices;
    private final Function<String, T> reader;
    private final Function<T, T> copy;
    private final Function<T, ?> shown;

    private JobOption(
            String name,
            T otherwise,
            Set<Operation> operations,
            List<String> choices,
            Function<String, T> reader,
            Function<T, T> copy,
            Function<T, ?> shown) {
        this.name = name;
        this.otherwise = otherwise;
        this.operations = operations;
        this.choices = choices;
        this.reader = reader;
        this.copy = copy;
        this.shown = shown;
    }

    private static <E extends Enum<E>> JobOption<E> choice(String name, E otherwise, Set<Operation> operations) {
        Class<E> type = otherwise.getDeclaringClass();
        return new JobOption<>(
                name,
                otherwise,
                operations,
                Arrays.stream(type.getEnumConstants()).map(JobOption::lower).toList(),
                text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT)),
                Function.identity(),
                JobOption::lower);
    }

    private static JobOption<Boolean> truth(String name, Set<Operation> operations) {
        return new JobOption<>(
                name,
                false,
                operations,
                List.of("true", "false"),
                Boolean::valueOf,
                Function.identity(),
                Function.identity());
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** Name of the query parameter. */
    public String name() {
        return name;
    }

    /** Value of jobs whose caller gives none. */
    public T otherwise() {
        return otherwise;
    }

    /** Whether the option affects jobs with this operation. */
    public boolean affects(Operation operation) {
        return operations.contains(operation);
    }

    /** Texts of all possible values; empty if the parameter is not one of a few texts. */
    public List<String> choices() {
        return choices;
    }

    /**
     * The value of a text.
     *
     * @throws IllegalArgumentException if the text is no value of the option
     */
    public T read(String text) {
        return reader.apply(text);
    }

    /** The value as JSON shows it: a text, a truth value or, for {@link #SCOPE}, a map. */
    public Object show(T value) {
        return shown.apply(value);
    }

    /** An immutable copy of the value. */
    T copy(T value) {
        return copy.apply(value);
    }

    @Override
    public String toString() {
        return name;
    }
}
