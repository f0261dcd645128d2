// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.NoPassword;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** The columns of {@link JobOptions}. */
@Embeddable
class StoredOptions {

    private static final List<OptionColumn<?>> COLUMNS = List.of(
            new OptionColumn<>(JobOption.IF_EXISTS, row -> row.ifExists, (row, value) -> row.ifExists = value),
            new OptionColumn<>(JobOption.IDS, row -> row.ids, (row, value) -> row.ids = value),
            new OptionColumn<>(JobOption.DRY_RUN, row -> row.dryRun, (row, value) -> row.dryRun = value),
            new OptionColumn<>(JobOption.EXTRA, row -> row.extra, (row, value) -> row.extra = value),
            new OptionColumn<>(JobOption.UNDO, row -> row.undo, (row, value) -> row.undo = value),
            new OptionColumn<>(JobOption.DROP, StoredOptions::readDrops, StoredOptions::writeDrops),
            new OptionColumn<>(JobOption.NO_PASSWORD, row -> row.noPassword, (row, value) -> row.noPassword = value),
            new OptionColumn<>(JobOption.SCOPE, StoredOptions::readScope, StoredOptions::writeScope));

    @Enumerated(EnumType.STRING)
    @Column(name = "IF_EXISTS", length = 16, nullable = false)
    private IfExists ifExists;

    @Enumerated(EnumType.STRING)
    @Column(name = "IDS", length = 16, nullable = false)
    private IdMode ids;

    @Column(name = "DRY_RUN", nullable = false)
    private boolean dryRun;

    @Column(name = "EXTRA", nullable = false)
    private boolean extra;

    @Column(name = "KEEPS_UNDO", nullable = false)
    private boolean undo;

    /** Values of {@link Drop#text}; {@code null} for none. */
    @Column(name = "DROPS", length = 128)
    private String drops;

    /** {@code null} in rows of a version that did not know it. */
    @Enumerated(EnumType.STRING)
    @Column(name = "NO_PASSWORD", length = 16)
    private NoPassword noPassword;

    /** Values of {@link ScopeText}. */
    @Column(name = "SCOPE", length = ScopeText.MAX_LENGTH)
    private String scope;

    protected StoredOptions() {}

    StoredOptions(JobOptions options) {
        COLUMNS.forEach(column -> column.write(options, this));
    }

    JobOptions toOptions() {
        JobOptions options = JobOptions.DEFAULTS;
        for (OptionColumn<?> column : COLUMNS) {
            options = column.read(this, options);
        }
        return options;
    }

    private Set<Drop> readDrops() {
        return drops == null ? null : Drop.read(drops);
    }

    private void writeDrops(Set<Drop> value) {
        drops = value.isEmpty() ? null : Drop.text(value);
    }

    private Map<String, String> readScope() {
        return scope == null ? null : ScopeText.read(scope);
    }

    private void writeScope(Map<String, String> value) {
        scope = ScopeText.write(value);
    }

    /**
     * The column of an option.
     *
     * @param get returns the stored value, or {@code null} for the default
     */
    private record OptionColumn<T>(
            JobOption<T> option, Function<StoredOptions, T> get, BiConsumer<StoredOptions, T> set) {

        void write(JobOptions options, StoredOptions row) {
            set.accept(row, options.get(option));
        }

        JobOptions read(StoredOptions row, JobOptions options) {
            T value = get.apply(row);
            return value == null ? options : options.with(option, value);
        }
    }
}
