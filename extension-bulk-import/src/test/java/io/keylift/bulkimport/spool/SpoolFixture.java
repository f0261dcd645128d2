// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.spool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Space for spooled files, all of which a test must release. */
public abstract class SpoolFixture {

    protected static final long ROOM = 1 << 20;

    @TempDir
    protected Path directory;

    protected SpoolSpace space;

    @BeforeEach
    protected final void makeRoom() {
        space = new SpoolSpace(directory, ROOM);
    }

    @AfterEach
    protected final void allRoomIsFreeAgain() {
        assertThat(space.take(ROOM)).isTrue();
    }
}
