// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

/**
 * What has been read of an input, after decompression.
 *
 * @param sha256 of all these bytes, in hexadecimal digits
 * @param bytes how many they are
 */
public record Fingerprint(String sha256, long bytes) {}
