// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads ZIP archives that clients send. {@link java.util.zip.ZipFile} requires a plain file on the disk, and
 * {@link java.util.zip.ZipInputStream} does not read the central directory; archives of realms contain secrets, and
 * only the directory is a reliable list of their entries.
 */
package io.keylift.bulkimport.archive;
