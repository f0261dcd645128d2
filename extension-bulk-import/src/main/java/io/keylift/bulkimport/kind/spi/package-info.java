// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The SPI of kinds. A JAR that adds a kind builds on this package and on {@link io.keylift.bulkimport.rows}, and on
 * nothing else of ours. Until version 1.0, both may change with each release.
 *
 * <p>A kind implements {@link io.keylift.bulkimport.kind.spi.ImportKind}, which names its parts:
 * <ul>
 *   <li>{@link io.keylift.bulkimport.kind.spi.RecordOperation}: the import itself, and the removal. It creates a
 *       {@link io.keylift.bulkimport.kind.spi.RecordValidator} and a {@link io.keylift.bulkimport.kind.spi.ChunkWriter}
 *       for the records of a chunk. Most writers extend {@link io.keylift.bulkimport.kind.spi.KeyedWriter}.
 *   <li>{@link io.keylift.bulkimport.kind.spi.RecordSource}: reads objects as records, for exports, verifications,
 *       mirrors and undos. Most sources are an {@link io.keylift.bulkimport.kind.spi.OrderedSource}.
 *   <li>{@link io.keylift.bulkimport.kind.spi.RecordShape}: examples, and the
 *       {@link io.keylift.bulkimport.kind.spi.FieldRule} of each field.
 * </ul>
 *
 * <p>The engine owns sessions, transactions, retries and the ledger. It passes an
 * {@link io.keylift.bulkimport.kind.spi.ImportContext} or {@link io.keylift.bulkimport.kind.spi.ExportContext} to the
 * kind, and reads the result of each record from its {@link io.keylift.bulkimport.kind.spi.Item}.
 */
package io.keylift.bulkimport.kind.spi;
