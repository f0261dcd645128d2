// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

/**
 * Fingerprint of the bytes read of an input, after decompression.
 *
 * @param sha256 SHA-256 of all these bytes, in hexadecimal digits
 * @param bytes number of these bytes
 */
public record Fingerprint(String sha256, long bytes) {}
