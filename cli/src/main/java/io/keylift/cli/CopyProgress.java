// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.JobListener;
import io.keylift.client.StreamedJob;
import io.keylift.client.answer.SummaryLine;
import io.keylift.client.realm.CopyListener;
import java.util.List;
import java.util.Set;

/** Shows the jobs of a copy, one after the other. */
final class CopyProgress implements CopyListener, AutoCloseable {

    /** Told of a document for its settings, which the copy has taken before. */
    private static final Set<String> TAKEN = Set.of("not_imported");

    private final Terminal terminal;
    private final FollowOptions following;
    private Progress progress;

    CopyProgress(Terminal terminal, FollowOptions following) {
        this.terminal = terminal;
        this.following = following;
    }

    @Override
    public void begins(String step) {
        if (!following.quiet()) {
            terminal.err().println(step + " …");
        }
    }

    @Override
    public JobListener job(String name) {
        close();
        progress = new Progress(terminal, following, name, -1);
        progress.begin();
        return progress.listener(1);
    }

    @Override
    public void ended(String name, SummaryLine summary) {
        close();
        new Summary(terminal.err()).print(name, new StreamedJob(List.of(summary)), TAKEN);
        if (summary.counts().rejected() > 0) {
            terminal.err().println("See the rejects with `keylift rejects " + name + "`");
        }
    }

    @Override
    public void close() {
        if (progress != null) {
            progress.close();
            progress = null;
        }
    }
}
