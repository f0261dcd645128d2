// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.bulkimport.engine.ImportInput;
import io.keylift.bulkimport.spool.SpoolSpace;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.keycloak.representations.idm.ErrorRepresentation;
import org.keycloak.services.ErrorResponseException;

class SpoolSpaceTest {

    private static final long FREE = 1000;

    private final SpoolSpace space = new SpoolSpace(null, 5000, () -> FREE);

    @Test
    void aBodyFitsThatIsNoLargerThanWhatTheDiskHasLeft() {
        assertThat(space.fits(FREE)).isTrue();
        assertThat(space.fits(FREE + 1)).isFalse();
    }

    /** The client of a larger body waits until the import has read on. */
    @Test
    void noBodyTakesMoreThanTheNodeMayKeep() {
        SpoolSpace small = new SpoolSpace(null, FREE + 10, () -> FREE);

        assertThat(small.fits(Long.MAX_VALUE)).isFalse();
        small.take(10);
        assertThat(small.fits(Long.MAX_VALUE)).isTrue();
        small.giveBack(10);
        assertThat(small.fits(Long.MAX_VALUE)).isFalse();
    }

    /** A body whose import is paused keeps no other from coming in. */
    @Test
    void whoCanWaitLeavesOthersAsMuch() {
        assertThat(space.takeHalf(2000, 0)).isTrue();
        assertThat(space.takeHalf(600, 2000)).isFalse();
        assertThat(space.takeHalf(500, 2000)).isTrue();
        assertThat(space.takeHalf(1250, 0)).isTrue();
        assertThat(space.takeHalf(1, 1250)).isFalse();
        assertThat(space.take(1250)).isTrue();
        assertThat(space.takeHalf(1, 0)).isFalse();
    }

    @Test
    void aRealDiskHasRoomForSomeBytesAndNotForAllThereAre(@TempDir Path directory) {
        for (Path place : new Path[] {null, directory}) {
            SpoolSpace real = new SpoolSpace(place, Long.MAX_VALUE);
            assertThat(real.fits(1)).isTrue();
            assertThat(real.fits(Long.MAX_VALUE)).isFalse();
        }
    }

    @Test
    void aBodyThatDoesNotFitIsRefusedWith507AndItsCode() {
        assertThatThrownBy(() -> BulkImportResource.requireRoom(FREE + 1, space))
                .isInstanceOfSatisfying(ErrorResponseException.class, refusal -> {
                    assertThat(refusal.getResponse().getStatus()).isEqualTo(507);
                    ErrorRepresentation error =
                            (ErrorRepresentation) refusal.getResponse().getEntity();
                    assertThat(error.getErrorMessage()).contains("no room for a body of 1001 bytes");
                    assertThat(error.getParams()).containsExactly("insufficient_storage");
                });
        assertThatCode(() -> BulkImportResource.requireRoom(FREE, space)).doesNotThrowAnyException();
        assertThatCode(() -> BulkImportResource.requireRoom(ImportInput.UNKNOWN_SIZE, space))
                .doesNotThrowAnyException();
    }
}
