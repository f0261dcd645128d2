// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import io.keylift.client.input.SpooledInput;
import java.io.Closeable;

/**
 * An open file at an address.
 *
 * @param name address without its query, which may be signed
 * @param end what ends with it
 */
record RemoteFile(String name, SpooledInput input, Closeable end) {}
