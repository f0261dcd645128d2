// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.cache;

import java.util.Locale;
import org.infinispan.commands.functional.ReadOnlyKeyCommand;
import org.infinispan.commands.functional.ReadOnlyManyCommand;
import org.infinispan.commands.read.AbstractDataCommand;
import org.infinispan.commands.read.EntrySetCommand;
import org.infinispan.commands.read.GetAllCommand;
import org.infinispan.commands.read.KeySetCommand;
import org.infinispan.commands.read.SizeCommand;
import org.infinispan.commands.tx.TransactionBoundaryCommand;
import org.infinispan.commands.write.ClearCommand;
import org.infinispan.commands.write.RemoveCommand;
import org.infinispan.commands.write.WriteCommand;

/** Types of cache operations. */
enum CacheOperation {
    GET,
    SCAN,
    WRITE,
    REMOVE,
    CLEAR,
    TRANSACTION,
    OTHER;

    final String label = name().toLowerCase(Locale.ROOT);

    /** The type of a command of this class. */
    static CacheOperation of(Class<?> command) {
        if (TransactionBoundaryCommand.class.isAssignableFrom(command)) {
            return TRANSACTION;
        }
        if (ClearCommand.class.isAssignableFrom(command)) {
            return CLEAR;
        }
        if (RemoveCommand.class.isAssignableFrom(command)) {
            return REMOVE;
        }
        if (WriteCommand.class.isAssignableFrom(command)) {
            return WRITE;
        }
        if (SizeCommand.class.isAssignableFrom(command)
                || KeySetCommand.class.isAssignableFrom(command)
                || EntrySetCommand.class.isAssignableFrom(command)) {
            return SCAN;
        }
        boolean reads = AbstractDataCommand.class.isAssignableFrom(command)
                || GetAllCommand.class.isAssignableFrom(command)
                || ReadOnlyKeyCommand.class.isAssignableFrom(command)
                || ReadOnlyManyCommand.class.isAssignableFrom(command);
        return reads ? GET : OTHER;
    }
}
