// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.kind.DelegatingContext;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.JobNotes;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.keycloak.services.resources.admin.AdminEventBuilder;

/** The session of a chunk of an undo as the import or removal of a kind sees it. */
final class UndoChunkContext extends DelegatingContext<ImportContext> implements ImportContext {

    private final JobSpec spec;

    /** @param spec of that import or removal */
    UndoChunkContext(ImportContext context, JobSpec spec) {
        super(context);
        this.spec = spec;
    }

    @Override
    public JobSpec spec() {
        return spec;
    }

    @Override
    public EventMode events() {
        return context.events();
    }

    /** By the parts that follow. */
    @Override
    public boolean isRealmReadAfterwards() {
        return true;
    }

    @Override
    public AdminEventBuilder adminEvent() {
        return context.adminEvent();
    }

    @Override
    public <T> void onAllCores(Collection<T> parts, Consumer<T> work) {
        context.onAllCores(parts, work);
    }

    @Override
    public JobNotes notes() {
        return context.notes();
    }

    @Override
    public <T> T shared(Class<T> type, Supplier<T> initial) {
        return context.shared(type, initial);
    }

    @Override
    public <T> T ofChunk(Class<T> type, Supplier<T> initial) {
        return context.ofChunk(type, initial);
    }
}
