// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Values of the options of a job. Immutable; an option without a value has its default. */
public final class JobOptions {

    /** Every option has its default. */
    public static final JobOptions DEFAULTS = new JobOptions(Map.of());

    /** Only values that differ from the default, so that equal options have equal maps. */
    private final Map<JobOption<?>, Object> values;

    private JobOptions(Map<JobOption<?>, Object> values) {
        this.values = values;
    }

    @SuppressWarnings("unchecked")
    public <T> T get(JobOption<T> option) {
        return (T) values.getOrDefault(option, option.otherwise());
    }

    /** The value as JSON shows it. */
    public <T> Object shown(JobOption<T> option) {
        return option.show(get(option));
    }

    public <T> JobOptions with(JobOption<T> option, T value) {
        Map<JobOption<?>, Object> changed = new HashMap<>(values);
        if (value.equals(option.otherwise())) {
            changed.remove(option);
        } else {
            changed.put(option, option.copy(value));
        }
        return new JobOptions(changed);
    }

    public boolean isDefault(JobOption<?> option) {
        return !values.containsKey(option);
    }

    /** The options that have another value, in the order of {@link JobOption#ALL}. */
    public List<JobOption<?>> differences(JobOptions other) {
        return JobOption.ALL.stream()
                .filter(option -> !get(option).equals(other.get(option)))
                .toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JobOptions options && values.equals(options.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        Map<String, Object> sorted = new TreeMap<>();
        values.forEach((option, value) -> sorted.put(option.name(), value));
        return sorted.toString();
    }
}
