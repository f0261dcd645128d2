// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

/** Comes out of a conversion: a line to import, or a problem of one record. */
public sealed interface Converted permits Line, Problem {

    /** Place in the input. */
    Origin origin();
}
